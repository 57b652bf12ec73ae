import type { RefusalCause } from '../../contract/live.ts';
import type { Me } from '../../contract/me.ts';
import type { Change } from '../../domain/change/change.ts';
import { touchesSame } from '../../domain/change/touched.ts';
import { mayRead } from '../../domain/crew/crew.ts';
import type { ProblemCode } from '../../domain/problem/problem.ts';
import { fullName, mayRunTheDay, type Role, type User } from '../../domain/team/user.ts';
import type { DocumentRef, DocumentStore } from '../database/document-store.ts';
import type { MemberStore } from '../database/store.ts';
import type { Documents } from './documents.ts';
import type { SpendPresence } from './quotas.ts';
import type { WorkTurns } from './work-turns.ts';

/** What someone else did that is why a person's change could not be made; null if that is not known. */
export type FindCause = (ref: DocumentRef, author: string, change: Change) => Promise<RefusalCause | null>;

interface FindCauseDependencies {
  readonly store: Pick<DocumentStore, 'history' | 'changesAfter'>;
  readonly people: (ids: readonly string[]) => Promise<readonly User[]>;
}

/** Refusals because something is not there anymore, or not as it was. */
const conflicts: ReadonlySet<ProblemCode> = new Set([
  'document-missing',
  'shift-missing',
  'rotation-missing',
  'subarea-missing',
  'position-missing',
  'place-unknown',
  'break-missing',
  'shift-outside-rotation',
  'shift-out',
  'swap-moved',
  'undo-overtaken',
]);

export const isConflict = (code: ProblemCode): boolean => conflicts.has(code);

/** How many of a document's latest changes are looked at. */
const lookedAt = 200;

export function createFindCause({ store, people }: FindCauseDependencies): FindCause {
  const rowBefore = async ({ team, document }: DocumentRef, version: number) => {
    const before = { at: Number.MAX_SAFE_INTEGER, document, version };
    const [row] = await store.history({ team, document, before, from: 0 }, 1);
    return row ?? null;
  };

  return async (ref, author, change) => {
    const newest = await rowBefore(ref, Number.MAX_SAFE_INTEGER);
    if (!newest) return null;
    const recent = await store.changesAfter(ref, Math.max(0, newest.version - lookedAt), lookedAt);
    const cause = recent.findLast((each) => each.by !== author && touchesSame(each.change, change));
    const row = cause ? await rowBefore(ref, cause.version + 1) : null;
    if (!row?.record) return null;
    const [person] = row.by === null ? [] : await people([row.by]);
    const who = row.by === null ? 'Lineup' : person ? fullName(person) : 'Former member';
    return { who, did: row.record.did, at: row.at };
  };
}

export interface SignedInUser {
  readonly user: User;
  /** Id of the sign-in session the page was opened with. */
  readonly session: string;
  /** What history calls their device. */
  readonly device?: string;
}

interface SessionUserDependencies {
  readonly members: Pick<MemberStore, 'role'>;
  readonly accounts: { isSessionAlive(session: string): Promise<boolean> };
  readonly onSignedOut: () => Promise<void>;
  /** Milliseconds; not the time of day. */
  readonly clock: () => number;
}

/** In milliseconds: how long a sign-in session counts as alive without being looked up again. */
const checkedFor = 1_000;

/** The person who uses a page. The sign-in session is checked again before anything is done for them. */
export function createSessionUser(
  opener: SignedInUser | null,
  { members, accounts, onSignedOut, clock }: SessionUserDependencies,
) {
  let current = opener;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let teams: ReadonlyMap<string, Role> = new Map();

  /** Signs the page out if its sign-in session has ended. */
  async function check(): Promise<void> {
    const now = clock();
    if (current === null || now - checkedAt < checkedFor) return;
    if (!(await accounts.isSessionAlive(current.session))) return signOut();
    checkedAt = now;
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
      return current && members.role(team, current.user.id);
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

export interface SessionDependencies {
  readonly documents: Documents;
  readonly store: { readonly members: Pick<MemberStore, 'role'> };
  readonly accounts: { isSessionAlive(session: string): Promise<boolean> };
  readonly memberships: { me(user: User | null): Promise<Me> };
  readonly findCause?: FindCause;
  /** Which protocols pages may speak. */
  readonly protocols?: readonly number[];
  /** False if this person may not learn more causes of refusals for now. */
  readonly spendCause: (person: string) => boolean;
  readonly spendPresence: SpendPresence;
  readonly turns?: WorkTurns;
  readonly now: () => number;
  /** Milliseconds; not the time of day. */
  readonly clock?: () => number;
  readonly log?: { error(error: unknown): void };
}
