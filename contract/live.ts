import * as z from 'zod/mini';
import { change, documentBody, envelope, id, plainId } from './changes.ts';
import { problem } from './endpoint.ts';
import { me } from './me.ts';

/** A random id, and for a history that goes on from a backup the time of its last change: pages say what may be missing. */
export const nameEpoch = (id: string, lastChange: number | null): string =>
  lastChange === null ? id : `${id}.${lastChange}`;

/** In milliseconds; null where the history doesn't go on from a backup, or an earlier version named it. */
export function lastChangeBefore(epoch: string): number | null {
  const [, time] = /\.(\d{1,15})$/.exec(epoch) ?? [];
  return time === undefined ? null : Number(time);
}

/** What pages speak. Increased when an old page could misunderstand a message. */
export const protocol = 6;
/** What a server accepts, the newest first. During an update, pages and servers of two versions meet. */
export const acceptedProtocols: readonly number[] = [protocol, 5];
export const livePath = '/live';
/** In bytes. A larger message closes the connection: it would fill the memory. The longest notes fit twice. */
export const largestMessage = 1_000_000;

/** A page names this many of its waiting changes, which are all looked up: the first ones, as changes are made in order. */
export const waitingLimit = 100;

/**
 * In bytes. To a page that takes `parts`, the server sends a longer message in parts: all but the last begin with
 * `continued`, with which no message begins.
 */
export const largestPart = 1_000;
export const continued = '+';

/** Documents of a page, which stay in the server's memory meanwhile: many more than any of our pages has. */
export const largestWatches = 50;

const version = z.number();
const instant = z.number();
/** Of the change that made a version, by `changeKey`. */
const key = z.string().check(z.maxLength(100));
/** A document is identified by its team and its id. The team's own document has the team's id. */
const named = { team: plainId, document: plainId };

/** What a page has in hand in a document: what is selected or being edited. Without any of them, it is edited somewhere else. */
const holds = z.nullable(
  z.strictObject({
    shift: z.optional(id),
    position: z.optional(id),
    rotation: z.optional(id),
    notes: z.optional(z.literal(true)),
  }),
);
export type Holds = NonNullable<z.infer<typeof holds>>;

/** A page says again what it holds after this many milliseconds, so that others know that it is still there. */
export const presentEvery = 4_000;
/** Who said nothing for this many milliseconds is no longer shown. */
export const presentFor = 10_000;

export const clientMessage = z.discriminatedUnion('type', [
  /** `resends`: after a refusal, the page sends the later changes of the document again, beginning with `again`. */
  z.strictObject({
    type: z.literal('hello'),
    protocol: z.number(),
    parts: z.optional(z.boolean()),
    resends: z.optional(z.boolean()),
  }),
  /**
   * `since`: the version the client has, of the epoch it was given. `last`: the key of the change that made it. `waiting`:
   * ids of changes without an answer; those that a snapshot has are answered before it.
   */
  z.strictObject({
    type: z.literal('watch'),
    ...named,
    since: z.optional(version),
    last: z.optional(key),
    epoch: z.optional(z.string()),
    waiting: z.optional(z.array(plainId).check(z.maxLength(waitingLimit))),
  }),
  z.strictObject({ type: z.literal('unwatch'), ...named }),
  /** `again`: the first change that is sent after a refusal, once no other is waiting for an answer. */
  z.strictObject({ type: z.literal('change'), ...named, ...envelope.shape, again: z.optional(z.boolean()) }),
  /** `holds` of a document that the page watches; null when it is nothing anymore. */
  z.strictObject({ type: z.literal('presence'), ...named, holds }),
  z.strictObject({ type: z.literal('ping') }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** `unreadable`: the server can't load it now. `too-many`: the page watches `largestWatches` documents already. */
const goneReasons = ['missing', 'not-a-member', 'signed-out', 'unreadable', 'too-many'] as const;

/** What someone did that another person's change could not be made after: 'Ann Lee', 'deleted Sam Lee’s shift'. */
const refusalCause = z.strictObject({ who: z.string(), did: z.string(), at: instant });
export type RefusalCause = z.infer<typeof refusalCause>;

export const serverMessage = z.discriminatedUnion('type', [
  /**
   * `epoch` identifies the history of the store: versions of another epoch do not apply. `now` in milliseconds. `protocol`: the
   * page's own, or the newest one of a server that doesn't accept it.
   */
  z.strictObject({ type: z.literal('hello'), protocol: z.number(), epoch: z.string(), now: instant }),
  /** At once after hello, and again whenever the user's names, teams or roles change. */
  z.strictObject({ type: z.literal('me'), ...me.shape }),
  /** `id`: the key of the change that made the version, if it is known. */
  z.strictObject({
    type: z.literal('snapshot'),
    ...named,
    version,
    id: z.optional(key),
    body: documentBody,
  }),
  /** A resumed watch is up to date: every later version was sent before this. */
  z.strictObject({ type: z.literal('current'), ...named, version, id: z.optional(key) }),
  /** `seen`: the version that its author had, if others came in between. */
  z.strictObject({
    type: z.literal('changed'),
    ...named,
    version,
    id: plainId,
    change,
    by: z.nullable(plainId),
    at: instant,
    seen: z.optional(version),
  }),
  z.strictObject({ type: z.literal('accepted'), ...named, id: plainId, version, at: instant }),
  z.strictObject({
    type: z.literal('refused'),
    ...named,
    id: plainId,
    problem,
    cause: z.optional(refusalCause),
  }),
  z.strictObject({ type: z.literal('gone'), ...named, why: z.enum(goneReasons) }),
  /** Something that lists of the team show was created, renamed or removed. */
  z.strictObject({ type: z.literal('listed'), team: plainId }),
  /** What another page holds, for pages of leads and managers that watch the document. `person`: the id of the account. */
  z.strictObject({
    type: z.literal('presence'),
    ...named,
    page: plainId,
    person: plainId,
    name: z.string(),
    holds,
  }),
  /** Sent before the server closes the connection because of what the client sent. */
  z.strictObject({ type: z.literal('problem'), problem }),
  z.strictObject({ type: z.literal('pong'), now: instant }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;
