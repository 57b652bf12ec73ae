import type { Change } from '../change/change.ts';
import { stepsOf } from '../change/define-change.ts';
import { isSame } from '../change/same.ts';
import type { Crew } from './crew.ts';
import { crewIndex } from './crew-index.ts';

export function linkedBy(change: Change): readonly string[] {
  return stepsOf(change).flatMap((step) => {
    if (step.type === 'person.link') return step.account ?? [];
    return step.type === 'person.add' ? (step.person.account ?? []) : [];
  });
}

/** Whether every account belongs to the same person, of the same name and ids. */
export const haveSameLinks = (one: Crew, other: Crew): boolean => isSame(linksOf(one), linksOf(other));

/** Somebody whose PIN is not what it was before changes of the crew. */
export interface ChangedLink {
  readonly person: string;
  /** They got an account and had none, or another one, or lost the one they had, or they are nobody anymore. */
  readonly is: 'linked' | 'relinked' | 'unlinked' | 'gone';
}

export function linksChanged(before: Crew, after: Crew): readonly ChangedLink[] {
  const [was, is] = [crewIndex(before), crewIndex(after)];
  return [...before.people, ...before.merged].flatMap(({ id: person }): ChangedLink[] => {
    if (!is.personOf(person)) return [{ person, is: 'gone' }];
    const account = was.accountOf(person);
    const now = is.accountOf(person);
    if (account === now) return [];
    if (now === null) return [{ person, is: 'unlinked' }];
    return [{ person, is: account === null ? 'linked' : 'relinked' }];
  });
}

function linksOf(crew: Crew): readonly (readonly [account: string, name: string, ids: readonly string[]])[] {
  const index = crewIndex(crew);
  return crew.people.flatMap(({ id, name }) => {
    const account = index.accountOf(id);
    return account === null ? [] : [[account, name, index.idsOf(id)] as const];
  });
}
