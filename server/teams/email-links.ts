import type { Change } from '../../domain/change/change.ts';
import { stepsOf } from '../../domain/change/define-change.ts';
import { type Crew, crewLimit } from '../../domain/crew/crew.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { crewIndex } from '../../domain/crew/crew-index.ts';
import { done } from '../../domain/problem/problem.ts';
import { confirmedAddresses, normalizeEmail } from '../accounts/account-tables.ts';
import type { DatabaseStore } from '../database/store.ts';
import type { Documents } from '../live/documents.ts';
import { type CrewLinks, changeCrew, crewOf } from './crew-links.ts';

/** The addresses of people, by what a schedule calls them. */
type Addresses = ReadonlyMap<string, string>;

/** Teams whose schedules were fetched and not yet taken over: their addresses would fill the memory. */
const MOST_TEAMS = 1_000;

export type EmailLinks = ReturnType<typeof createEmailLinks>;

/**
 * Links a member to the person of the crew whose address a schedule told, if it is the member's confirmed address. Once for
 * each person: a link that somebody took back is not made again.
 */
export function createEmailLinks({
  documents,
  store,
  links,
  log,
}: {
  readonly documents: Pick<Documents, 'find' | 'findLatest' | 'issue'>;
  readonly store: Pick<DatabaseStore, 'members' | 'kysely'>;
  readonly links: Pick<CrewLinks, 'unlink'>;
  readonly log: { error(error: unknown): void };
}) {
  const { members, kysely } = store;
  const logError = (error: unknown) => log.error(error);
  /** By team and provider, the oldest first. */
  const waiting = new Map<string, Map<string, Addresses>>();

  async function note(team: string): Promise<void> {
    const told = waiting.get(team);
    const crew = told && (await crewOf(documents, team));
    if (!crew) return;
    const people = [...crew.people, ...crew.merged].flatMap(({ id, email, providerIds }) => {
      const next = providerIds.map((each) => told.get(each.provider)?.get(each.id)).find(Boolean);
      return next === undefined || next === email ? [] : [{ person: id, email: next }];
    });
    if (people.length === 0) return;
    const noted = await documents.issue(
      { team, document: crewDocument },
      { type: 'person.emails', people: people.slice(0, crewLimit) },
    );
    if (!noted.ok) return;
    const ofTeam = await members.ofTeam(team);
    await linkAll(
      team,
      ofTeam.map(({ user }) => user),
    );
  }

  async function linkAll(team: string, users: readonly string[]): Promise<void> {
    if (!(await crewOf(documents, team))) return;
    for (const [user, email] of await confirmedAddresses(kysely, users)) await link(team, user, email);
  }

  async function link(team: string, user: string, email: string): Promise<void> {
    let isLinked = false;
    await changeCrew(documents, team, {}, (crew) => {
      const person = personWith(crew, user, email);
      isLinked = person !== null;
      if (person === null) return done(null);
      return done({
        type: 'batch',
        changes: [
          { type: 'person.link', person, account: user },
          { type: 'person.emails', people: [{ person, matched: true }] },
        ],
      });
    });
    // They may have been removed from the team meanwhile.
    if (isLinked && (await members.role(team, user)) === null) await links.unlink(team, user);
  }

  return {
    /** Resolves when the addresses of people who are in the crew are noted. Others follow when they come in with a shift. */
    async told(team: string, provider: string, addresses: Addresses): Promise<void> {
      if (addresses.size === 0) return;
      const known = waiting.get(team) ?? new Map<string, Addresses>();
      waiting.delete(team);
      waiting.set(team, known.set(provider, addresses));
      const [oldest] = waiting.keys();
      if (waiting.size > MOST_TEAMS && oldest !== undefined) waiting.delete(oldest);
      await note(team).catch(logError);
    },

    joined: (team: string, user: string) => linkAll(team, [user]).catch(logError),

    async confirmed(user: string) {
      for (const { team } of await members.ofUser(user)) await linkAll(team, [user]).catch(logError);
    },

    /** Documents whose changes bring people in. */
    following: (followed: Documents): Documents => ({
      ...followed,
      async change(author, ref, envelope, order) {
        const outcome = await followed.change(author, ref, envelope, order);
        if (outcome.ok && bringsPeople(envelope.change)) await note(ref.team).catch(logError);
        return outcome;
      },
      async issue(ref, change, ...more) {
        const outcome = await followed.issue(ref, change, ...more);
        if (outcome.ok && bringsPeople(change)) await note(ref.team).catch(logError);
        return outcome;
      },
    }),
  };
}

const bringsPeople = (change: Change): boolean =>
  stepsOf(change).some(({ type }) => type === 'schedule.take');

/** The only person with this address, if neither has a link, nor had one by the address before. */
function personWith(crew: Crew, user: string, email: string): string | null {
  const index = crewIndex(crew);
  const theirs = [...crew.people, ...crew.merged].filter(
    (each) => each.email !== undefined && normalizeEmail(each.email) === email,
  );
  const [person, ...others] = new Set(theirs.map(({ id }) => index.personOf(id)?.id));
  if (person === undefined || others.length > 0 || theirs.some(({ matched }) => matched)) return null;
  return index.accountOf(person) === null && !index.personOfAccount(user) ? person : null;
}
