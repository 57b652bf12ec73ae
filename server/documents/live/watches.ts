import { largestWatches, type ServerMessage } from '../../../contract/live.ts';
import type { DocumentRef } from '../../store/document-store.ts';
import { documentKey } from '../document-cache.ts';
import type { Documents } from '../documents.ts';
import type { Output } from './messages/output.ts';
import type { Resume, Watcher } from './watcher.ts';

type EndReason = Extract<ServerMessage, { type: 'gone' }>['why'];

/** The documents that one page watches. */
export interface Watches {
  /** A document that can't be watched is answered with the reason; the others go on. */
  start(ref: DocumentRef, resume: Resume): Promise<void>;
  stop(ref: DocumentRef): void;
  /** Stops a watch and tells the page why. */
  end(ref: DocumentRef, why: EndReason): void;
  /** Ends every watch for which there is a reason. */
  endEach(reasonFor: (ref: DocumentRef) => EndReason | null): void;
  stopAll(): void;
}

interface WatchesDependencies {
  readonly documents: Pick<Documents, 'watch' | 'unwatch'>;
  readonly output: Output;
  /** The person that the work of watching counts for, or a name for people who are signed out. */
  readonly owner: string;
  readonly logError: (error: unknown) => void;
}

class PageWatcher implements Watcher {
  readonly owner: string;
  readonly #output: Output;

  constructor(owner: string, output: Output) {
    this.owner = owner;
    this.#output = output;
  }

  send(frame: Buffer): boolean {
    return this.#output.sendFrame(frame);
  }

  buffered(): number {
    return this.#output.buffered();
  }
}

export function createWatches({ documents, output, owner, logError }: WatchesDependencies): Watches {
  const watches = new Map<string, { readonly ref: DocumentRef; readonly watcher: Watcher }>();

  function stop(ref: DocumentRef): void {
    const found = watches.get(documentKey(ref));
    if (!found) return;
    watches.delete(documentKey(ref));
    documents.unwatch(found.watcher);
  }

  function end({ team, document }: DocumentRef, why: EndReason): void {
    stop({ team, document });
    output.send({ type: 'gone', team, document, why });
  }

  return {
    async start({ team, document }, resume) {
      const ref = { team, document };
      stop(ref);
      if (watches.size >= largestWatches) return end(ref, 'too-many');
      const watcher = new PageWatcher(owner, output);
      watches.set(documentKey(ref), { ref, watcher });
      try {
        if (!(await documents.watch(ref, watcher, resume))) end(ref, 'missing');
      } catch (error) {
        logError(error);
        end(ref, 'unreadable');
      }
    },

    stop,
    end,

    endEach(reasonFor) {
      for (const { ref } of watches.values()) {
        const why = reasonFor(ref);
        if (why) end(ref, why);
      }
    },

    stopAll() {
      for (const { ref } of watches.values()) stop(ref);
    },
  };
}
