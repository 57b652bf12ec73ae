import { isSame } from '../change/same.ts';
import { type Crew, crewIndex } from './crew.ts';

/** Whether every account belongs to the same person, of the same name and ids. */
export const haveSameLinks = (one: Crew, other: Crew): boolean => isSame(linksOf(one), linksOf(other));

function linksOf(crew: Crew): readonly (readonly [account: string, name: string, ids: readonly string[]])[] {
  const index = crewIndex(crew);
  return crew.people.flatMap(({ id, name }) => {
    const account = index.accountOf(id);
    return account === null ? [] : [[account, name, index.idsOf(id)] as const];
  });
}
