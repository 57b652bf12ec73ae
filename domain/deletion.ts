import type { DocumentBody, SingleChange } from './change.ts';

/** What can be deleted and brought back. It keeps all that it held, and nobody sees it. */
export interface Deletable {
  readonly deleted?: true;
}

export const isDeleted = (body: DocumentBody): boolean => body.kind !== 'team' && body.deleted === true;

export function restored<Body extends Deletable>(body: Body): Body {
  const { deleted: _, ...rest } = body;
  return rest as Body;
}

/** Changes that a deleted document answers as any other would; it refuses the rest. */
const answeredWhenDeleted: ReadonlySet<SingleChange['type']> = new Set([
  'template.create',
  'template.delete',
  'template.restore',
  'layout.create',
  'layout.delete',
  'layout.restore',
]);

export const fitsDeleted = ({ type }: SingleChange): boolean => answeredWhenDeleted.has(type);
