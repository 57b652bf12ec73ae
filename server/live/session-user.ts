import type { Me } from '../../contract/me.ts';
import { mayRead } from '../../domain/crew/crew-document.ts';
import { mayRunTheDay, type Role, type User } from '../../domain/team/user.ts';
import type { DocumentRef } from '../database/document-store.ts';
import type { PairedDevice } from '../database/store.ts';
import type { SessionDependencies } from './session.ts';

export interface SignedInUser {
  readonly user: User;
  /** Id of the sign-in session the page was opened with; a paired device has none. */
  readonly session: string | null;
  /** What history calls their device. */
  readonly device?: string;
  /** Nobody is signed in: the page is a paired device's, which `user` names. */
  readonly paired?: PairedDevice | undefined;
}

type SessionUserDependencies = Pick<SessionDependencies, 'store' | 'accounts' | 'paired'> & {
  readonly onSignedOut: () => Promise<void>;
  /** Milliseconds; not the time of day. */
  readonly clock: () => number;
};

/** In milliseconds: how long a sign-in session counts as alive without being looked up again, for which each tap would wait. */
const checkedFor = 1_000;

/** The person who uses a page. The sign-in session is checked again before anything is done for them. */
export function createSessionUser(
  opener: SignedInUser | null,
  { store, accounts, paired, onSignedOut, clock }: SessionUserDependencies,
) {
  let current = opener;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let teams: ReadonlyMap<string, Role> = new Map();

  /** Signs the page out if its sign-in session has ended, or its device was revoked. */
  async function check(): Promise<void> {
    const now = clock();
    if (current === null || now - checkedAt < checkedFor) return;
    if (!(await isAlive(current))) return signOut();
    checkedAt = now;
  }

  async function isAlive({ session, paired: device }: SignedInUser): Promise<boolean> {
    if (!device) return session !== null && accounts.isSessionAlive(session);
    const found = await paired?.find(device);
    if (found) current = current && { ...current, paired: found };
    return Boolean(found);
  }

  async function signOut(): Promise<void> {
    if (current === null) return;
    current = null;
    await onSignedOut();
  }

  return {
    get current() {
      return current;
    },
    /** The user's role in a team; null without one, or when the sign-in session has ended. */
    async roleIn(team: string): Promise<Role | null> {
      await check();
      if (!current) return null;
      if (current.paired) return current.paired.team === team ? current.paired.role : null;
      return store.members.role(team, current.user.id);
    },
    check,
    /** The same, also right after it was looked up. */
    checkNow(): Promise<void> {
      checkedAt = Number.NEGATIVE_INFINITY;
      return check();
    },
    signOut,
    /** The user's name or address changed. */
    update(user: User): void {
      current = current && { ...current, user };
    },
    /** Remembers the teams that the page was told about, by which the others decide. */
    setTeams(next: Me['teams']): void {
      teams = new Map(next.map(({ id, role }) => [id, role]));
    },
    isIn: (team: string) => teams.has(team),
    runsTheDay: (team: string) => current !== null && mayRunTheDay(teams.get(team) ?? 'viewer'),
    maySee: (ref: DocumentRef) => mayRead(teams.get(ref.team) ?? null, ref),
  };
}
