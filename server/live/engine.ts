import type { Outcome } from '../../domain/problem/problem.ts';
import type { DocumentRef, KioskAuthor } from '../database/document-store.ts';
import type { Store } from '../database/store.ts';
import type { Telemetry } from '../telemetry.ts';
import type { CachedDocument, DocumentCache } from './document-cache.ts';
import type { Feed } from './feed.ts';
import type { CatchUp } from './other-nodes.ts';
import type { QuotaCheck } from './quotas.ts';
import type { Author } from './staged-document.ts';
import type { TimeSlice, WorkTurns } from './work-turns.ts';

/** What everything between a received change and its commit works with. */
export interface Engine {
  readonly store: Pick<Store, 'documents' | 'reaches' | 'members' | 'logos'>;
  readonly cache: DocumentCache;
  readonly feed: Feed;
  readonly catchUp: CatchUp;
  readonly turns: WorkTurns;
  /** Of what is decided and committed, one after the other. */
  readonly timeSlice: TimeSlice;
  readonly telemetry: Telemetry;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of work. */
  readonly clock: () => number;
  /** A server that runs alone has none. */
  readonly tellOthers: ((changed: readonly CachedDocument[]) => void) | null;
  readonly onListsChanged: (ref: DocumentRef) => void;
  readonly logError: (error: unknown) => void;
  readonly quotaCheck: QuotaCheck;
  /** Documents that a change of their team changes in its own commit; the others follow. */
  readonly mostAtOnce?: number | undefined;
  readonly isSecondFactorMissing?: ((team: string, manager: string) => Promise<boolean>) | undefined;
  /** Where sign-in sessions are in the store. Without it, commits don't check them. */
  readonly isSessionAlive?: ((session: string) => Promise<boolean>) | undefined;
  /** The author on a kiosk, as they are now. */
  readonly kioskAuthor?: ((team: string, kiosk: KioskAuthor) => Promise<Outcome<Author>>) | undefined;
}
