/** A document that can be deleted and restored. It keeps its content, and nobody sees it. */
export interface Deletable {
  readonly deleted?: true;
}

export const isDeleted = (body: object): boolean => (body as Deletable).deleted === true;

export function restored<Body extends Deletable>(body: Body): Body {
  const { deleted: _, ...rest } = body;
  return rest as Body;
}
