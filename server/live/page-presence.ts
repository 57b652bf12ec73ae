import type { Holds, ServerMessage } from '../../contract/live.ts';
import type { User } from '../../domain/team/user.ts';
import type { DocumentRef } from '../database/document-store.ts';
import { newId } from '../id.ts';
import { documentKey } from './document-cache.ts';
import type { Documents } from './documents.ts';
import type { SpendPresence } from './presence-limits.ts';

interface PagePresenceDependencies {
  readonly documents: Pick<Documents, 'tellPresence'>;
  readonly spend: SpendPresence;
  /** Is this page told what others of the team hold, and are they told what it holds? */
  readonly isFor: (team: string) => boolean;
}

type PresenceMessage = Extract<ServerMessage, { type: 'presence' }>;

/** In characters: enough for a first name, and a message stays short. */
const longestName = 40;

/** What one page holds, which pages of leads and managers are told about each other. Nothing of it is stored. */
export class PagePresence {
  readonly #dependencies: PagePresenceDependencies;
  /** What others know the page by; null for most pages, which never hold anything. */
  #page: string | null = null;
  #said: Map<string, PresenceMessage> | null = null;

  constructor(dependencies: PagePresenceDependencies) {
    this.#dependencies = dependencies;
  }

  hears(team: string, page: string | null): boolean {
    return (page === null || page !== this.#page) && this.#dependencies.isFor(team);
  }

  /** Says what the page holds now. What it says too often is left out. */
  say(ref: DocumentRef, { id, firstName }: User, holds: Holds | null): void {
    const { spend, isFor } = this.#dependencies;
    if (holds === null) {
      this.leave(ref);
      return;
    }
    this.#page ??= newId();
    if (!isFor(ref.team) || !spend(this.#page, documentKey(ref))) return;
    const { team, document } = ref;
    const about = { team, document, page: this.#page, person: id, name: firstName.slice(0, longestName) };
    const message: PresenceMessage = { type: 'presence', ...about, holds };
    this.#said ??= new Map();
    this.#said.set(documentKey(ref), message);
    this.#tell(message);
  }

  /** The page holds nothing of the document anymore. */
  leave(ref: DocumentRef): void {
    const last = this.#said?.get(documentKey(ref));
    if (!last) return;
    this.#said?.delete(documentKey(ref));
    this.#tell({ ...last, holds: null });
  }

  #tell(message: PresenceMessage): void {
    this.#dependencies.documents.tellPresence(message, JSON.stringify(message), message.page);
  }
}
