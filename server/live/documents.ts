import type { Envelope } from '../../contract/changes.ts';
import { batchLimit, type Change } from '../../domain/change/change.ts';
import { emptyCrew, isCrew } from '../../domain/crew/crew-document.ts';
import { startsFromNow } from '../../domain/day/break-changes.ts';
import type { Undone } from '../../domain/history/history.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { DocumentRef, StoredDocument } from '../database/document-store.ts';
import type { SecurityLogEntry, Store } from '../database/store.ts';
import { newId } from '../id.ts';
import { createTelemetry, type Telemetry } from '../telemetry.ts';
import type { Accepted, ChangeRequest } from './accept-change.ts';
import { createCommitQueue } from './commit-queue.ts';
import { type CachedDocument, createDocumentCache } from './document-cache.ts';
import type { Engine } from './engine.ts';
import { createFeed, type Resume, type Watcher } from './feed.ts';
import type { LaneOrder } from './lanes.ts';
import { connectOtherNodes, createCatchUp, type OtherNodes } from './other-nodes.ts';
import { createQuotaCheck, type Quotas } from './quotas.ts';
import type { Attribution, Author } from './staged-document.ts';
import { createTimeSlice, createWorkTurns, type WorkTurns } from './work-turns.ts';

export interface Undo {
  readonly change: Change;
  readonly undoes: Undone;
  readonly version: number;
}

interface DocumentsOptions
  extends Pick<Engine, 'now' | 'mostAtOnce' | 'isSecondFactorMissing' | 'isSessionAlive' | 'kioskAuthor'> {
  readonly store: Pick<Store, 'documents' | 'reaches' | 'members' | 'logos' | 'epoch' | 'wakes'>;
  readonly quotas?: Partial<Quotas> | undefined;
  /** Milliseconds of work, for time slices; not the time of day. */
  readonly clock?: () => number;
  readonly turns?: WorkTurns;
  readonly log?: { error(error: unknown): void };
  readonly telemetry?: Telemetry;
  /** Of the names that televisions get for shifts. */
  readonly wallKey?: Buffer;
  readonly idleLimit?: number;
}

export type Documents = ReturnType<typeof createDocuments>;

/** The engine: all changes of documents go through here. The caller checks that the author is a member of the team. */
export function createDocuments(options: DocumentsOptions) {
  const { store, now, clock = () => performance.now(), log, idleLimit = 500 } = options;
  const { turns = createWorkTurns(clock), telemetry = createTelemetry({ clock }) } = options;
  const logError = (error: unknown) => log?.error(error);
  const cache = createDocumentCache(store.documents, idleLimit, logError);
  let { epoch } = store;
  const feed = createFeed(store.documents, () => epoch, options.wallKey);
  const listeners = new Set<(ref: DocumentRef) => void>();
  const callListeners = (ref: DocumentRef) => {
    for (const listener of listeners) listener(ref);
  };
  const catchUp = createCatchUp({
    store: store.documents,
    cache,
    feed,
    telemetry,
    now,
    onListsChanged: callListeners,
  });
  const { wakes } = store;
  const quotaCheck = createQuotaCheck({ store: store.documents, now, quotas: options.quotas });
  const queue = createCommitQueue({
    ...options,
    quotaCheck,
    cache,
    catchUp,
    feed,
    turns,
    telemetry,
    clock,
    logError,
    timeSlice: createTimeSlice(clock),
    tellOthers: wakes ? (changed) => otherNodes?.tellChanged(changed) : null,
    onListsChanged(ref) {
      callListeners(ref);
      otherNodes?.tellLists(ref);
    },
  });
  const otherNodes: OtherNodes | null = wakes
    ? connectOtherNodes({
        wakes,
        store: store.documents,
        cache,
        catchUp,
        telemetry,
        logError,
        runExclusive: queue.runExclusive,
        onListsChanged: callListeners,
        onPresence: (ref, text) => passPresence(ref, text, null),
        noticeEpoch(next) {
          const isAnother = next !== epoch;
          epoch = next;
          return isAnother;
        },
      })
    : null;
  const watched = new Map<Watcher, CachedDocument>();
  let closed = false;

  const add = (request: ChangeRequest): Promise<Outcome<Accepted>> =>
    telemetry.change(() => (closed ? Promise.resolve(refuse('too-busy')) : queue.add(request)));

  /** Teams from before there were crews get theirs when it is first looked at. */
  async function createCrew(document: CachedDocument): Promise<void> {
    if (document.body !== null || !isCrew(document)) return;
    await add({ ref: document, author: null, id: newId(), change: { type: 'crew.create', crew: emptyCrew } });
  }

  /** A break that began while the server's clock was ahead would stand still until that time has come. */
  async function correctStarts(document: CachedDocument): Promise<void> {
    const { body, version } = document;
    const changes = body?.kind === 'layout' && !body.deleted ? startsFromNow(body, now()) : [];
    const [first, ...others] = changes.slice(0, batchLimit);
    if (!first) return;
    const change: Change = others.length > 0 ? { type: 'batch', changes: [first, ...others] } : first;
    // Another server may be at it, too.
    await add({ ref: document, author: null, id: newId(), change, expected: version });
  }

  /** What is missing in a document, or wrong, when somebody looks at it. */
  async function prepare(document: CachedDocument): Promise<void> {
    await createCrew(document);
    await correctStarts(document);
  }

  /** When no commit runs, and with what other nodes committed. */
  const catchUpNow = (document: CachedDocument): Promise<void> =>
    queue.runExclusive(async () => {
      if (otherNodes) await catchUp([document]);
    });

  async function readWith(ref: DocumentRef, first: typeof prepare): Promise<StoredDocument | null> {
    const document = await cache.hold(ref);
    try {
      await first(document);
      const { version, body } = document;
      return body && { version, body };
    } finally {
      cache.release(document);
    }
  }

  function unwatch(watcher: Watcher): void {
    const document = watched.get(watcher);
    if (!document) return;
    watched.delete(watcher);
    telemetry.watching(-1);
    document.watchers.delete(watcher);
    cache.release(document);
  }

  function passPresence(ref: DocumentRef, text: string, page: string | null): void {
    const document = cache.findLoaded(ref);
    if (document) feed.tellPresence(document, text, page);
  }

  return {
    epoch: () => epoch,
    otherNodes,
    /**
     * Makes a person's change durable and sends it to everyone who watches. An id that was accepted before gets the same
     * answer again. `order` keeps the changes of a page in order. Problems: what `apply` refuses, `not-allowed`, `storage-failed`, `too-busy`.
     */
    change: (author: Author, ref: DocumentRef, envelope: Envelope, order?: LaneOrder) =>
      add({ ref, author, ...envelope, order }),
    /**
     * Makes a change by the server itself, which has no author unless history tells who caused it. Refused as 'too-busy' if the
     * document has another version than `expected`.
     */
    issue: (ref: DocumentRef, change: Change, attribution?: Partial<Attribution>, expected?: number) =>
      add({ ref, author: null, id: newId(), change, attribution, expected }),
    /** Before the changes of a document are gone through for somebody, and after that. */
    longWork: quotaCheck.longWork,
    /** Takes back an earlier change by `change`, which is counted, if the document still has the version that this was computed for. */
    undo: (author: Author, ref: DocumentRef, { change, undoes, version }: Undo) =>
      add({ ref, author, id: newId(), change, attribution: { undoes }, expected: version, isCounted: true }),

    read: (ref: DocumentRef) => readWith(ref, prepare),
    /** The same without making a crew for a team that has none yet. */
    find: (ref: DocumentRef) => readWith(ref, async () => {}),
    /** The same after everything that was committed until now, on other nodes too. */
    findLatest: (ref: DocumentRef) => readWith(ref, catchUpNow),

    list: store.documents.list,

    /** Deletes permanently. Waiting and later changes of the team are refused, and its watchers get nothing more. */
    async deleteTeam(team: string, entry?: SecurityLogEntry): Promise<Outcome<null>> {
      if (closed) return refuse('too-busy');
      try {
        await queue.runExclusive(async () => {
          await store.documents.deleteTeam(team, entry);
          await cache.forget(team);
        });
        return done(null);
      } catch (error) {
        logError(error);
        return refuse('storage-failed');
      }
    },

    /**
     * Sends the watcher a snapshot, or the changes since `resume`, then every later change until `unwatch`. False when
     * there is no such document.
     */
    async watch(ref: DocumentRef, watcher: Watcher, resume: Resume = {}): Promise<boolean> {
      // A page may watch many large documents at once, which are loaded and encoded here.
      const timeSlice = turns.sliceFor([watcher.owner ?? ref.team, ref.team]);
      await timeSlice.yieldIfDue();
      const document = await cache.hold(ref);
      await prepare(document);
      if (document.body === null) {
        cache.release(document);
        return false;
      }
      watched.set(watcher, document);
      telemetry.watching(1);
      try {
        const joined = await feed.join(document, watcher, resume, timeSlice);
        if (!joined) unwatch(watcher);
        return joined;
      } catch (error) {
        unwatch(watcher);
        throw error;
      }
    },

    unwatch,

    /** Breaks of open days that began later than now count from now. */
    async correctStarts(): Promise<void> {
      for (const document of await cache.all()) await correctStarts(document);
    },

    /** Passes on what a page holds of a document, a `presence` message, on every node. Nothing of it is stored. */
    tellPresence(ref: DocumentRef, text: string, page: string): void {
      passPresence(ref, text, page);
      otherNodes?.tellPresence(ref, text);
    },

    /** Calls `listener` when something that lists of documents show has changed. Returns a function that stops it. */
    onListsChanged(listener: (ref: DocumentRef) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Answers waiting changes, refuses later ones, and stores snapshots for a quick start. */
    async close(): Promise<void> {
      closed = true;
      await queue.close();
      await otherNodes?.close();
      // Without them the next start only loads more changes.
      await cache.writeSnapshots().catch(logError);
    },
  };
}
