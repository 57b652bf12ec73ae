import { type Holds, largestWatches, type ServerMessage } from '../../contract/live.ts';
import { withoutReasons } from '../../domain/day/attendance.ts';
import type { User } from '../../domain/team/user.ts';
import type { DocumentRef } from '../database/document-store.ts';
import { newId } from '../id.ts';
import { documentKey } from './document-cache.ts';
import type { Documents } from './documents.ts';
import type { Resume, Watcher } from './feed.ts';
import type { SpendPresence } from './quotas.ts';
import type { Output } from './slow-clients.ts';

type PresenceMessage = Extract<ServerMessage, { type: 'presence' }>;

/** In characters: enough for a first name, and a message stays short. */
const longestName = 40;

interface PresenceDependencies {
  readonly documents: Pick<Documents, 'tellPresence'>;
  readonly spend: SpendPresence;
  /** Is this page told what others of the team hold, and are they told what it holds? */
  readonly isFor: (team: string) => boolean;
}

export type PagePresence = ReturnType<typeof createPagePresence>;

/** What one page holds, which pages of leads and managers are told about each other. Nothing of it is stored. */
export function createPagePresence({ documents, spend, isFor }: PresenceDependencies) {
  /** What others know the page by. */
  const page = newId();
  const said = new Map<string, PresenceMessage>();
  const tell = (message: PresenceMessage) => documents.tellPresence(message, JSON.stringify(message), page);

  function leave(ref: DocumentRef): void {
    const last = said.get(documentKey(ref));
    if (!last) return;
    said.delete(documentKey(ref));
    tell({ ...last, holds: null });
  }

  return {
    leave,
    hears: (team: string, from: string | null) => from !== page && isFor(team),

    /** Says what the page holds now. What it says too often is left out. */
    say(ref: DocumentRef, { id, firstName }: User, holds: Holds | null): void {
      if (holds === null) {
        leave(ref);
        return;
      }
      if (!isFor(ref.team) || !spend(page, documentKey(ref))) return;
      const { team, document } = ref;
      const about = { team, document, page, person: id, name: firstName.slice(0, longestName) };
      const message: PresenceMessage = { type: 'presence', ...about, holds };
      said.set(documentKey(ref), message);
      tell(message);
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
  /** The person that the work of watching counts for, or a name for people who are signed out. */
  readonly owner: string;
  readonly logError: (error: unknown) => void;
}

/** With more bytes waiting, a page is not told what others hold: on a slow line, taps would come behind it. */
const mostWaiting = 64_000;

const madeForViewers = new WeakMap<Buffer, Buffer>();

/** A message for a page that doesn't run the day: without why somebody is out. Made once, however many pages get it. */
function forViewers(text: Buffer): Buffer {
  if (!text.includes('"reason"')) return text;
  const known = madeForViewers.get(text);
  if (known) return known;
  const made = Buffer.from(JSON.stringify(withoutReasons(JSON.parse(String(text)))));
  madeForViewers.set(text, made);
  return made;
}

/** A document that can't be watched is answered with the reason; the others go on. */
export function createWatches(dependencies: WatchesDependencies) {
  const { documents, output, presence, seesAll, owner, logError } = dependencies;
  const watches = new Map<string, { readonly ref: DocumentRef; readonly watcher: Watcher }>();

  function drop(ref: DocumentRef): void {
    const found = watches.get(documentKey(ref));
    if (!found) return;
    watches.delete(documentKey(ref));
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
    const watcher: Watcher = {
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
