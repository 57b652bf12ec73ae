import { type ClientMessage, largestWatches, type ServerMessage } from '../../contract/live.ts';
import { isCrew } from '../../domain/crew/crew-document.ts';
import { withoutReasons } from '../../domain/day/attendance.ts';
import type { DeviceKind } from '../../domain/team/device.ts';
import type { DocumentRef, DocumentStore, StoredChange } from '../database/document-store.ts';
import { createDeviceFeed, createNewestSender } from './device-feed.ts';
import { type CachedDocument, documentKey } from './document-cache.ts';
import type { Documents } from './documents.ts';
import type { PagePresence } from './presence.ts';
import type { Output } from './slow-clients.ts';
import type { TimeSlice } from './work-turns.ts';

/** A page that is sent every change of a document. */
export interface Watcher {
  /** Whom the work of watching counts for. */
  readonly owner?: string;
  /** A device that gets snapshots made for its kind, and no changes. */
  readonly device?: DeviceKind;
  /** Takes one message encoded by `encode`; must not throw. */
  send(text: Buffer): void;
  /** Nothing is sent anymore. */
  stop?(): void;
  /** Takes what another page holds, if its person may know. */
  hearPresence?(text: Buffer, page: string | null): void;
}

/** Where a watcher stopped last time: the version, and the epoch of the store it belongs to. */
export type Resume = Omit<Extract<ClientMessage, { type: 'watch' }>, 'type' | 'team' | 'document'>;

/** A message as pages get it, made once however many do. */
export const encode = (message: ServerMessage): Buffer => Buffer.from(JSON.stringify(message));

type ChangedMessage = Extract<ServerMessage, { type: 'changed' }>;

function encodeChanged({ team, document }: DocumentRef, stored: StoredChange): Buffer {
  const { version, id, change, json = JSON.stringify(change), by, at, seen } = stored;
  const head: Omit<ChangedMessage, 'change'> = { type: 'changed', team, document, version, id, by, at, seen };
  return Buffer.from(`${JSON.stringify(head).slice(0, -1)},"change":${json}}`);
}

/** Encoded once, and reused until the next change. */
function encodeSnapshot(cached: CachedDocument): Buffer {
  const { team, document, version, lastChange, body } = cached;
  if (body === null) throw new Error(`${team}/${document} does not exist`);
  const id = lastChange ?? undefined;
  cached.encoded ??= encode({ type: 'snapshot', team, document, version, id, body });
  return cached.encoded;
}

const encodeCurrent = ({ team, document, version, lastChange }: CachedDocument): Buffer =>
  encode({ type: 'current', team, document, version, id: lastChange ?? undefined });

export type Feed = ReturnType<typeof createFeed>;

/** With more missed changes than this, a snapshot is quicker. */
const longestResume = 100;

/** Sends committed changes to everyone who watches a document. */
export function createFeed(store: DocumentStore, epoch: () => string, wallKey?: Uint8Array) {
  const devices = createDeviceFeed(wallKey);

  function sendToAll(document: CachedDocument, encodeFor: () => Buffer): void {
    let text: Buffer | undefined;
    let hasDevices = false;
    for (const watcher of document.watchers) {
      if (watcher.device) hasDevices = true;
      else {
        text ??= encodeFor();
        watcher.send(text);
      }
    }
    if (hasDevices) devices.changed(document);
  }

  /** The version to send changes from, so that a bad line doesn't mean the whole document each time; null for a snapshot. */
  async function resumePoint(document: CachedDocument, resume: Resume): Promise<number | null> {
    const { since, last, epoch: sinceEpoch } = resume;
    // An older page may not leave out the same changes.
    if (since === undefined || sinceEpoch !== epoch() || document.isIncomplete) return null;
    if (!Number.isInteger(since)) return null;
    if (since > document.version || document.version - since > longestResume) return null;
    // A restored older file has the same epoch, and may have made this version with another change, or later with the same.
    const made = since === document.version ? document.lastChange : await store.changeKey(document, since);
    return last === undefined || last === made ? since : null;
  }

  /**
   * A page cannot see in a snapshot which of its changes are in it, and would make those again on top of it. None of them is
   * committed between the last look and the snapshot.
   */
  async function sendAnswers(
    document: CachedDocument,
    watcher: Watcher,
    waiting: readonly string[],
  ): Promise<void> {
    const { team, document: name } = document;
    const unanswered = new Set(waiting);
    let lookedAt = -1;
    while (unanswered.size > 0 && lookedAt !== document.version) {
      lookedAt = document.version;
      for (const id of unanswered) {
        const stored = await store.findChange(document, id);
        if (!stored) continue;
        unanswered.delete(id);
        const { version, at } = stored;
        watcher.send(encode({ type: 'accepted', team, document: name, id, version, at }));
      }
    }
  }

  return {
    /**
     * Brings the watcher up to date, then sends it every later change. The document must be held in the cache. False when
     * it does not exist, or was deleted meanwhile.
     */
    async join(
      document: CachedDocument,
      watcher: Watcher,
      resume: Resume,
      timeSlice: TimeSlice,
    ): Promise<boolean> {
      await timeSlice.yieldIfDue();
      if (watcher.device) {
        document.watchers.add(watcher);
        return devices.join(document, watcher, watcher.device);
      }
      let version = await resumePoint(document, resume);
      // More may be committed while the store is read. Between the last check and joining nothing is awaited.
      while (version !== null && version < document.version) {
        await timeSlice.yieldIfDue();
        const changes = await store.changesAfter(document, version, longestResume);
        // Older changes may have been removed from the history.
        if (changes[0]?.version !== version + 1) {
          version = null;
          break;
        }
        for (const change of changes) {
          // Durable, but not published yet: it comes with the next publish.
          if (change.version > document.version || change.version !== (version ?? 0) + 1) break;
          watcher.send(encodeChanged(document, change));
          version = change.version;
        }
      }
      if (version === null && resume.waiting) await sendAnswers(document, watcher, resume.waiting);
      if (document.body === null) return false;
      document.watchers.add(watcher);
      watcher.send(version === null ? encodeSnapshot(document) : encodeCurrent(document));
      return true;
    },

    /** Sends a durable change. */
    publish(document: CachedDocument, change: StoredChange): void {
      sendToAll(document, () => encodeChanged(document, change));
    },

    /** Sends the whole document, after changes that were not published. */
    republish(document: CachedDocument): void {
      sendToAll(document, () => encodeSnapshot(document));
    },

    /** Sends what a page holds to the others that watch. `page` is null if it is of another node. */
    tellPresence(document: CachedDocument, text: string, page: string | null): void {
      const encoded = Buffer.from(text);
      for (const watcher of document.watchers) watcher.hearPresence?.(encoded, page);
    },
  };
}

type EndReason = Extract<ServerMessage, { type: 'gone' }>['why'];

interface WatchesDependencies {
  readonly documents: Pick<Documents, 'watch' | 'unwatch'>;
  readonly output: Output;
  readonly presence: PagePresence;
  /** Whether the page is told everything of a team's documents, as who runs the day is. */
  readonly seesAll: (team: string) => boolean;
  /** Whether the page is a television's, or a tablet's that people share. */
  readonly device: DeviceKind | undefined;
  /** The person that the work of watching counts for, or a name for people who are signed out. */
  readonly owner: string;
  readonly logError: (error: unknown) => void;
}

/** With more bytes waiting, a page is not told what others hold: on a slow line, taps would come behind it. */
const mostWaiting = 64_000;

const madeForViewers = new WeakMap<Buffer, Buffer>();

/** A message for a page that doesn't run the day: without what it is not told. Made once, however many pages get it. */
function forViewers(text: Buffer): Buffer {
  const known = madeForViewers.get(text);
  if (known) return known;
  const tells = ['"reason"', '"relief"', '"laws"'].some((field) => text.includes(field));
  const made = tells ? Buffer.from(JSON.stringify(withoutReasons(JSON.parse(String(text))))) : text;
  madeForViewers.set(text, made);
  return made;
}

/** A document that can't be watched is answered with the reason; the others go on. */
export function createWatches(dependencies: WatchesDependencies) {
  const { documents, output, presence, seesAll, device, owner, logError } = dependencies;
  const watches = new Map<string, { readonly ref: DocumentRef; readonly watcher: Watcher }>();

  function drop(ref: DocumentRef): void {
    const found = watches.get(documentKey(ref));
    if (!found) return;
    watches.delete(documentKey(ref));
    found.watcher.stop?.();
    documents.unwatch(found.watcher);
  }

  function stop(ref: DocumentRef): void {
    drop(ref);
    presence.leave(ref);
  }

  function end({ team, document }: DocumentRef, why: EndReason): void {
    stop({ team, document });
    output.send({ type: 'gone', team, document, why });
  }

  async function start({ team, document }: DocumentRef, resume: Resume): Promise<void> {
    const ref = { team, document };
    drop(ref);
    if (watches.size >= largestWatches) return end(ref, 'too-many');
    const isReduced = device === 'wall' || (device === 'kiosk' && isCrew(ref));
    const watcher: Watcher = isReduced
      ? { owner, device, ...createNewestSender(output) }
      : {
          owner,
          send: (text) => output.sendEncoded(seesAll(team) ? text : forViewers(text)),
          hearPresence(text, page) {
            if (presence.hears(team, page) && output.buffered() <= mostWaiting) output.sendEncoded(text);
          },
        };
    watches.set(documentKey(ref), { ref, watcher });
    try {
      if (!(await documents.watch(ref, watcher, resume))) end(ref, 'missing');
    } catch (error) {
      logError(error);
      end(ref, 'unreadable');
    }
  }

  return {
    start,

    has: (ref: DocumentRef) => watches.has(documentKey(ref)),
    stop,
    end,

    endEach(reasonFor: (ref: DocumentRef) => EndReason | null): void {
      for (const { ref } of watches.values()) {
        const why = reasonFor(ref);
        if (why) end(ref, why);
      }
    },

    /** The same where that has to be looked up. */
    async endWhere(isOver: (ref: DocumentRef) => Promise<boolean>, why: EndReason): Promise<void> {
      for (const { ref } of [...watches.values()]) if (await isOver(ref)) end(ref, why);
    },

    /** Sends the whole documents of teams in which the page may see more than until now. */
    async startAgain(mayNow: (team: string) => boolean): Promise<void> {
      const due = [...watches.values()].filter(({ ref }) => mayNow(ref.team));
      await Promise.all(due.map(({ ref }) => start(ref, {})));
    },

    stopAll(): void {
      for (const { ref } of watches.values()) stop(ref);
    },
  };
}
