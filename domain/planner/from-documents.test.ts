import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, buildTeam, changed } from '../../test/builders.ts';
import type { Crew } from '../crew/crew.ts';
import { emptyCrew } from '../crew/crew-document.ts';
import { newPerson } from '../crew/crew-index.ts';
import { dayFromDocuments, noToughMinutes } from './from-documents.ts';

const shiftOf = (id: string, person?: string) =>
  buildShift(id, '9:00 AM', '5:00 PM', { teamMember: 'Kim Lee', ...(person && { person }) });
const layout = buildLayout({
  shifts: [shiftOf('a', 'p-1'), shiftOf('b', 'p-2'), shiftOf('c')],
  rotations: [buildRotation('lunch', '11:00 AM', '2:00 PM', ['Till 1', 'Grill'])],
});
const crew: Crew = {
  ...emptyCrew,
  people: [newPerson('p-1', 'Kim Lee'), newPerson('p-2', 'Kim Lee')],
};
const known = (people: Crew) =>
  dayFromDocuments({ layout, crew: people, team: buildTeam(), tough: noToughMinutes });
const skillsIn = (people: Crew) =>
  known(people).day.shifts.map(({ id, skills }) => [
    id,
    [...skills].map(([key, level]) => `${key} ${level}`),
  ]);

test('[PT8] as long as nobody has skills, everybody can do everything, known to the crew or not', () => {
  expect(known(crew).isUnskilled).toBe(true);
  const everything = ['Front/Till 2', 'Front/Grill 2'];
  expect(skillsIn(crew)).toEqual([
    ['a', everything],
    ['b', everything],
    ['c', everything],
  ]);
});

test('[PT8] with skills, two people of one name have their own, and who has none can do nothing', () => {
  const skilled = changed(
    crew,
    {
      type: 'station.put',
      station: { id: 's-1', name: 'Till', subarea: 'Front', equipment: [], classes: [] },
    },
    { type: 'person.skills', skills: [{ person: 'p-2', station: 's-1', level: 3 }] },
  );
  expect(known(skilled).isUnskilled).toBe(false);
  expect(skillsIn(skilled)).toEqual([
    ['a', []],
    ['b', ['Front/Till 3']],
    ['c', []],
  ]);
});
