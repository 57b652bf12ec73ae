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

function linksOf(crew: Crew): readonly (readonly [account: string, name: string, ids: readonly string[]])[] {
  const index = crewIndex(crew);
  return crew.people.flatMap(({ id, name }) => {
    const account = index.accountOf(id);
    return account === null ? [] : [[account, name, index.idsOf(id)] as const];
  });
}
