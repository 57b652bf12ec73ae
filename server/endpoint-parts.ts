import type { FindBearer } from './accounts/access-tokens.ts';
import type { AccountDatabase } from './accounts/account-tables.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { Mailer } from './accounts/email.ts';
import type { PasswordPolicy } from './accounts/password-policy.ts';
import type { PendingProofs } from './accounts/pending-proofs.ts';
import type { SecurityLog } from './accounts/security-log.ts';
import type { SignInKeys } from './accounts/sign-in-keys.ts';
import type { KnownDevices, SignInThrottle } from './accounts/sign-in-throttle.ts';
import type { Config } from './config.ts';
import type { DatabaseStore } from './database/store.ts';
import type { IsAllowedHost, Proxies } from './door/proxies.ts';
import type { CreateLimit } from './door/rate-limit.ts';
import type { Documents } from './live/documents.ts';
import type { LiveSessions } from './live/live-sessions.ts';
import type { WorkTurns } from './live/work-turns.ts';
import type { SafeFetch } from './schedules/safe-fetch.ts';
import type { CrewLinks } from './teams/crew-links.ts';
import type { EmailLinks } from './teams/email-links.ts';
import type { Memberships } from './teams/members.ts';

/** What endpoints of accounts and teams share. */
export interface Parts {
  readonly config: Config;
  readonly store: DatabaseStore;
  readonly db: AccountDatabase;
  readonly documents: Documents;
  readonly connections: LiveSessions;
  readonly turns: WorkTurns;
  readonly proxies: Proxies;
  readonly isAllowedHost: IsAllowedHost;
  readonly safeFetch: SafeFetch;
  readonly createLimit: CreateLimit;
  readonly signInKeys: SignInKeys;
  readonly proofs: PendingProofs;
  readonly accounts: Accounts;
  readonly bearer: FindBearer;
  readonly passwordPolicy: PasswordPolicy;
  readonly throttle: SignInThrottle;
  readonly devices: KnownDevices;
  /** Null where email isn't set up. */
  readonly mailer: Mailer | null;
  readonly securityLog: SecurityLog;
  /** Does the team require a second factor that this manager doesn't have? */
  readonly isSecondFactorMissing: (team: string, manager: string) => Promise<boolean>;
  readonly memberships: Memberships;
  readonly links: CrewLinks;
  readonly emailLinks: EmailLinks;
  /** Of a person's outbox, the current one first. */
  readonly outboxKeys: (user: string) => readonly Buffer[];
  /** Of the certificate that the server has now. */
  readonly certifiedNames: () => readonly string[];
  /** The origin of http that other devices can open. */
  readonly plainOrigin: string;
  readonly now: () => number;
  readonly timeout: (milliseconds: number) => AbortSignal;
}
