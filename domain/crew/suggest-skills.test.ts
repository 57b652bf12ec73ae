import { expect, test } from 'vitest';
import type { Crew } from './crew.ts';
import { emptyCrew } from './crew-document.ts';
import { newPerson } from './crew-index.ts';
import { suggestSkills } from './suggest-skills.ts';

const fryer = { id: 'Kitchen/Fryer', name: 'Fry', subarea: 'Kitchen', equipment: [], classes: [] };
const crew: Crew = {
  ...emptyCrew,
  people: [
    { ...newPerson('ana', 'Ana'), skills: [{ station: fryer.id, level: 1 }] },
    newPerson('bo', 'Bo'),
    { ...newPerson('gone', 'Gone'), active: false },
  ],
  merged: [{ ...newPerson('old', 'B.'), into: 'bo' }],
  stations: [fryer],
};
const at = (person: string, name: string, minutes: number) => ({ person, subarea: 'Kitchen', name, minutes });

test('[SK14] from 2 hours at a station it is can, from 20 hours best; what is set stays, and who left has none', () => {
  const worked = [
    ...[at('ana', 'Fryer', 5_000), at('gone', 'Fryer', 5_000)],
    ...[at('bo', 'Fryer', 1_199), at('old', 'Fryer', 1)],
    ...[at('bo', 'Grill', 119), at('ana', 'Grill', 120)],
  ];
  expect(suggestSkills(crew, worked)).toEqual([
    { person: 'bo', station: fryer, level: 3, minutes: 1_200 },
    {
      person: 'ana',
      station: { id: 'Kitchen/Grill', name: 'Grill', subarea: 'Kitchen', equipment: [], classes: [] },
      level: 2,
      minutes: 120,
    },
  ]);
});
