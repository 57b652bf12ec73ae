import type { Me } from '../../contract/me.ts';
import type { User } from '../../domain/team/user.ts';
import type { MemberStore } from '../database/member-store.ts';
import type { Documents } from './documents.ts';
import type { Backlog } from './person-backlog.ts';
import type { SpendPresence } from './presence-limits.ts';
import type { FindCause } from './refusal-cause.ts';
import type { SignedInUser } from './session-user.ts';
import type { WorkTurns } from './work-turns.ts';

export interface SessionDependencies {
  readonly documents: Documents;
  readonly store: { readonly members: Pick<MemberStore, 'role' | 'recentRole'> };
  readonly accounts: { isSessionAlive(session: string): Promise<boolean> };
  readonly memberships: { me(user: User | null): Promise<Me> };
  readonly findCause?: FindCause;
  /** Which protocols pages may speak. */
  readonly protocols?: readonly number[];
  /** False if this person may not learn more causes of refusals for now. */
  readonly spendCause: (person: string) => boolean;
  readonly spendPresence?: SpendPresence;
  readonly backlog: Backlog;
  readonly turns?: WorkTurns;
  readonly now: () => number;
  /** Milliseconds; not the time of day. */
  readonly clock?: () => number;
  readonly log?: { error(error: unknown): void };
}

/** A `me` message, and the same encoded for all pages of a person. */
export interface MeMessage {
  readonly me: Me;
  readonly frame: Buffer;
}

/** The live connection of one page. */
export interface LiveSession {
  /** Null for a page that is not signed in. */
  readonly signedIn: SignedInUser | null;
  /** Sends the page who its user is now, and ends the watches of teams they are no longer in. */
  sendMe(message: MeMessage): void;
  /** The team was deleted. Its watches end when the user's teams are sent next. */
  teamDeleted(team: string): void;
  /** The user has another name or address. */
  userChanged(user: User): void;
  /** The sign-in session ended: the page continues as signed out. */
  signedOut(): void;
  /** The sign-in session may have ended. */
  checkSignIn(): void;
  isIn(team: string): boolean;
  send(frames: readonly Buffer[]): void;
  /** Answers what was received, then disconnects. */
  close(): Promise<void>;
}
