import { done } from '../problem/problem.ts';
import { changeOf, type Steps } from './define-change.ts';

/** A document that can be deleted and restored. It keeps its content, and nobody sees it. */
export interface Deletable {
  readonly deleted?: true;
}

export const isDeleted = (body: object): boolean => (body as Deletable).deleted === true;

function restored<Body extends Deletable>(body: Body): Body {
  const { deleted: _, ...rest } = body;
  return rest as Body;
}

/** The changes that delete a document and restore it; lists make them without having loaded it. */
export function deletionOf<Kind extends 'template' | 'layout'>(kind: Kind) {
  const change = changeOf<Kind>([kind], 'manager');
  const inverse = (way: 'delete' | 'restore') => (): Steps => [{ type: `${kind}.${way}` } as Steps[number]];
  const always = { fields: {}, whenDeleted: true, unseen: true } as const;
  return {
    deletion: change({
      ...always,
      apply: (body) => done({ ...body, deleted: true }),
      inverse: inverse('restore'),
    }),
    restoring: change({ ...always, apply: (body) => done(restored(body)), inverse: inverse('delete') }),
  };
}
