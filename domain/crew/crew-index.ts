import { grouped } from '../list/list.ts';
import type { Crew, MergedPerson, Person, ProviderId } from './crew.ts';

// Without the schemas of crew.ts, which a page loads with the crew's changes.

export const newPerson = (id: string, name: string): Person => ({
  id,
  name,
  names: [],
  providerIds: [],
  jobs: [],
  active: true,
  notes: '',
  account: null,
});

export const providerKey = ({ provider, id }: Pick<ProviderId, 'provider' | 'id'>): string =>
  JSON.stringify([provider, id]);

/** Who somebody of the crew is. `person`: the one whom they were merged into. */
export interface KnownPerson {
  readonly person: string;
  readonly account: string | null;
  readonly active: boolean;
}

export function knownIn(crew: Crew, named: string): KnownPerson | null {
  const index = crewIndex(crew);
  const person = index.personOf(named);
  return person ? { person: person.id, account: index.accountOf(person.id), active: person.active } : null;
}

export type CrewIndex = ReturnType<typeof makeIndex>;

const indexes = new WeakMap<Crew, CrewIndex>();

/** Made once for each state of a crew, and not for each shift of a day that is linked to its people. */
export function crewIndex(crew: Crew): CrewIndex {
  const known = indexes.get(crew);
  if (known) return known;
  const made = makeIndex(crew);
  indexes.set(crew, made);
  return made;
}

/** Of somebody whom the crew doesn't know, the id itself. */
export const personOfCrew =
  (crew: Crew) =>
  (person: string): string =>
    crewIndex(crew).personOf(person)?.id ?? person;

function makeIndex({ people, merged }: Crew) {
  const records = new Map<string, Person | MergedPerson>(
    [...people, ...merged].map((each) => [each.id, each]),
  );
  const roots = new Map<string, Person>(people.map((each) => [each.id, each]));

  /** The person with this id, or the one whom that person was merged into. */
  function personOf(id: string): Person | undefined {
    const seen: string[] = [];
    let at = id;
    while (!roots.has(at) && !seen.includes(at)) {
      const record = records.get(at);
      if (!record || !('into' in record)) return undefined;
      seen.push(at);
      at = record.into;
    }
    const root = roots.get(at);
    if (root) for (const each of seen) roots.set(each, root);
    return root;
  }

  const mergedInto = grouped(merged, ({ id }) => personOf(id)?.id);
  const accounts = new Map<string, Person>();
  for (const each of records.values()) {
    const root = each.account === null ? undefined : personOf(each.id);
    if (each.account !== null && root) accounts.set(each.account, root);
  }

  function recordsOf(id: string): readonly Person[] {
    const root = personOf(id);
    return root ? [root, ...(mergedInto.get(root.id) ?? [])] : [];
  }

  return {
    personOf,
    recordsOf,
    /** The person's own id, and those of everyone merged into them. */
    idsOf: (id: string) => recordsOf(id).map((each) => each.id),
    personOfAccount: (account: string) => accounts.get(account),
    /** The account that is linked to a person, or to somebody merged into them. */
    accountOf: (id: string) => recordsOf(id).find(({ account }) => account !== null)?.account ?? null,
  };
}
