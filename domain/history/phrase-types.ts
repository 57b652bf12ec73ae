import type { ChangeOf, ChangeType, DocumentBody } from '../change/change.ts';
import type { BodyOf } from '../change/document.ts';
import type { registry } from '../change/registry.ts';

/** Bodies before and after a change; null where there is none. */
export interface Around<Body extends DocumentBody> {
  readonly before: Body | null;
  readonly after: Body | null;
}

type Registry = typeof registry;
/**
 * For each kind of change, what history says that its author did: 'started Sam Lee’s break'. It stands apart from the
 * definitions, since pages load those, and only the server writes history.
 */
export type Phrases = {
  readonly [Type in ChangeType]: (
    around: Around<BodyOf<Registry[Type]['fits'][number]>>,
    change: ChangeOf<Type>,
  ) => string;
};
