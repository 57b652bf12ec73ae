import type { Me } from '../../contract/me.ts';
import { mayRead } from '../../domain/crew/crew.ts';
import { mayRunTheDay, type Role, type User } from '../../domain/team/user.ts';
import type { DocumentRef } from '../database/document-store.ts';
import type { MemberStore } from '../database/member-store.ts';

export interface SignedInUser {
  readonly user: User;
  /** Id of the sign-in session the page was opened with. */
  readonly session: string;
  /** What history calls their device. */
  readonly device?: string;
}

/** The person who uses a page. The sign-in session is checked again before anything is done for them. */
export interface SessionUser {
  /** Null for a page that is not signed in. */
  readonly current: SignedInUser | null;
  /** The user's role in a team; null without one, or when the sign-in session has ended. */
  roleIn(team: string): Promise<Role | null>;
  /** The same to decide a change by, whose commit may check the role again. */
  roleForChange(team: string): Promise<Role | null>;
  /** Signs the page out if its sign-in session has ended. */
  check(): Promise<void>;
  /** The same, also right after it was looked up. */
  checkNow(): Promise<void>;
  signOut(): Promise<void>;
  /** The user's name or address changed. */
  update(user: User): void;
  /** Remembers the teams that the page was told about. */
  setTeams(teams: Me['teams']): void;
  isIn(team: string): boolean;
  /** As the page was told. */
  runsTheDay(team: string): boolean;
  /** Whether the page was told that the user may see a document of a team they are in. */
  maySee(ref: DocumentRef): boolean;
}

interface SessionUserDependencies {
  readonly members: Pick<MemberStore, 'role' | 'recentRole'>;
  readonly accounts: { isSessionAlive(session: string): Promise<boolean> };
  readonly onSignedOut: () => Promise<void>;
  /** Milliseconds; not the time of day. */
  readonly clock: () => number;
}

/** In milliseconds: how long a sign-in session counts as alive without being looked up again. */
const checkedFor = 1_000;
/**
 * In milliseconds: how long the teams that the page was told about count for what it watches. It is told of every change, so
 * this spares a page that connects and watches at once two queries.
 */
const toldFor = 2_000;

export function createSessionUser(
  opener: SignedInUser | null,
  { members, accounts, onSignedOut, clock }: SessionUserDependencies,
): SessionUser {
  let current = opener;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let teams: ReadonlyMap<string, Role> = new Map();
  let toldAt = Number.NEGATIVE_INFINITY;

  const isCheckDue = (): boolean => current !== null && clock() - checkedAt >= checkedFor;

  type FindRole = MemberStore['role'];
  const { role, recentRole = role } = members;

  function findRole(find: FindRole, team: string): Promise<Role | null> {
    const now = async () => current && find(team, current.user.id);
    return isCheckDue() ? check().then(now) : now();
  }

  async function check(): Promise<void> {
    const now = clock();
    if (current === null || !isCheckDue()) return;
    if (!(await accounts.isSessionAlive(current.session))) return signOut();
    checkedAt = now;
  }

  function checkNow(): Promise<void> {
    checkedAt = Number.NEGATIVE_INFINITY;
    return check();
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
    roleIn: (team) =>
      findRole(async (...of) => (clock() - toldAt < toldFor && teams.get(team)) || role(...of), team),
    roleForChange: (team) => findRole(recentRole, team),
    check,
    checkNow,
    signOut,
    update(user) {
      current = current && { ...current, user };
    },
    setTeams(next) {
      teams = new Map(next.map(({ id, role }) => [id, role]));
      toldAt = clock();
    },
    isIn: (team) => teams.has(team),
    runsTheDay: (team) => current !== null && mayRunTheDay(teams.get(team) ?? 'viewer'),
    maySee: (ref) => mayRead(teams.get(ref.team) ?? null, ref),
  };
}
