import type { Holds, ServerMessage } from '../../contract/live.ts';
import type { User } from '../../domain/team/user.ts';
import type { DocumentRef } from '../database/document-store.ts';
import { newId } from '../id.ts';
import { documentKey } from './document-cache.ts';
import type { Documents } from './documents.ts';
import type { SpendPresence } from './quotas.ts';

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
