import { compareNames } from '../../../client/words/lists.ts';
import type { Change } from '../../../domain/change/change.ts';
import type { Crew, Person } from '../../../domain/crew/crew.ts';
import { crewDocument } from '../../../domain/crew/crew-document.ts';
import { crewIndex } from '../../../domain/crew/crew-index.ts';
import { changeWithToast } from '../../parts/forms/change-toast.ts';
import { searcher } from '../../parts/lists/word-search.ts';
import { useClient, useTeamId } from '../../parts/page/client-context.tsx';

export interface ListedPerson {
  readonly person: Person;
  readonly jobs: readonly string[];
  readonly names: readonly string[];
  readonly lastDate: string | null;
  readonly account: string | null;
  /** Whose record the account is linked to: theirs, or of somebody who was merged into them. */
  readonly linked: string;
}

export type PeopleFilter = 'active' | 'inactive' | 'all';

/** By name; of several with one name, the last seen first. */
export function listPeople(crew: Crew): readonly ListedPerson[] {
  const index = crewIndex(crew);
  return crew.people
    .map((person): ListedPerson => {
      const records = index.recordsOf(person.id);
      const names = new Set(records.flatMap((each) => [each.name, ...each.names]));
      names.delete(person.name);
      const dates = records.flatMap(({ lastDate }) => lastDate ?? []).sort();
      return {
        person,
        jobs: [...new Set(records.flatMap(({ jobs }) => jobs))],
        names: [...names],
        lastDate: dates[dates.length - 1] ?? null,
        account: index.accountOf(person.id),
        linked: (records.find(({ account }) => account !== null) ?? person).id,
      };
    })
    .sort(
      (a, b) =>
        compareNames(a.person.name, b.person.name) || ((a.lastDate ?? '' < (b.lastDate ?? '')) ? 1 : -1),
    );
}

/** Each word of the search begins a word of the name, of another name, of a job, or an id. */
export function findPeople(
  people: readonly ListedPerson[],
  { search, shown }: { readonly search: string; readonly shown: PeopleFilter },
): readonly ListedPerson[] {
  const matches = searcher(search);
  return people.filter(({ person, names, jobs }) => {
    if (shown !== 'all' && person.active !== (shown === 'active')) return false;
    return matches([person.name, ...names, ...jobs, ...person.providerIds.map(({ id }) => id)].join(' '));
  });
}

export function useCrewDocument() {
  const client = useClient();
  return client.open('crew', useTeamId() ?? '', crewDocument);
}

export function useCrewChange() {
  const document = useCrewDocument();
  return (change: Change, said?: string): boolean => changeWithToast(document, change, said);
}
