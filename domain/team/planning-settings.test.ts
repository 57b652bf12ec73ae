import { expect, test } from 'vitest';
import { buildTeam, changed, refusal } from '../../test/builders.ts';
import { inverse } from '../change/inverse.ts';
import { type PlanningChange, type PlanningSettings, rushLimit } from './planning-settings.ts';

const team = buildTeam();
const set = (fields: PlanningChange) => ({ type: 'team.planning', ...fields }) as const;
const noon = { startTime: '11:30 AM', endTime: '1:30 PM' };
const evening = { startTime: '5:00 PM', endTime: '7:00 PM' };
const isRush = true;

test('[LW4] a team chooses its law, whether people change stations, its rush, and who may be out at once', () => {
  const planning: PlanningSettings = {
    jurisdiction: 'OR',
    variety: 'stay',
    outCap: { ' Kitchen ': 2, Front: 1 },
  };
  const rush = [evening, noon].map((hours) => ({ ...hours, isRush }));
  const after = changed(team, set({ ...planning, rush }));
  expect(after.planning).toEqual({
    ...planning,
    rush: [noon, evening],
    outCap: { Front: 1, Kitchen: 2 },
  });
  const none = set({
    jurisdiction: null,
    variety: 'rotate',
    rush: [noon, evening].map((hours) => ({ ...hours, isRush: false })),
    outCap: { Front: null, 'Kitchen ': null },
  });
  expect(changed(after, none)).toEqual(team);
  const back = inverse(after, none, changed(after, none));
  expect(back && changed(changed(after, none), back)).toEqual(after);
  expect(changed(after, set({}))).toEqual(after);
});

test('[LW6] two managers who save at once both have what they chose, and each Undo takes back its own', () => {
  const first = changed(team, set({ jurisdiction: 'OR', variety: 'stay', outCap: { Front: 1 } }));
  const mine = set({ outCap: { Kitchen: 2, Front: 3 } });
  const saved = changed(first, mine);
  const others = set({ jurisdiction: 'CA', rush: [{ ...evening, isRush }] });
  const both = changed(saved, others);
  expect(both.planning).toEqual({
    jurisdiction: 'CA',
    variety: 'stay',
    rush: [evening],
    outCap: { Front: 3, Kitchen: 2 },
  });
  const back = inverse(first, mine, saved);
  const without = back && changed(both, back);
  expect(without?.planning).toEqual({ ...both.planning, outCap: { Front: 1 } });
});

test('[LW6] rush hours that two managers add and remove at once are all added and removed, once each', () => {
  const first = changed(team, set({ rush: [{ ...noon, isRush }] }));
  const mine = set({ rush: [{ ...evening, isRush }] });
  const saved = changed(first, mine);
  const late = { startTime: '9:00 PM', endTime: '10:00 PM' };
  const others = set({
    rush: [
      { ...noon, isRush: false },
      { ...late, isRush },
      { ...evening, isRush },
    ],
  });
  const both = changed(saved, others);
  expect(both.planning?.rush).toEqual([evening, late]);
  const back = inverse(first, mine, saved);
  expect(back && changed(both, back).planning?.rush).toEqual([late]);
  const othersBack = inverse(saved, others, both);
  expect(othersBack && changed(both, othersBack).planning?.rush).toEqual([noon, evening]);
});

const oneMore = Array.from({ length: rushLimit + 1 }, (_, hour) => ({
  ...{ startTime: `${(hour % 12) + 1}:00 ${hour < 12 ? 'AM' : 'PM'}`, endTime: '11:00 PM', isRush },
}));

test.each<[PlanningChange, string]>([
  [{ outCap: { Front: 0 } }, 'Enter a whole number of people from 1 to 99.'],
  [{ outCap: { Front: 1.5 } }, 'Enter a whole number of people from 1 to 99.'],
  [{ outCap: { ' ': 1 } }, 'Enter a name.'],
  [{ rush: [{ startTime: '', endTime: '7:00 PM', isRush }] }, 'Enter a time, such as 3:30 PM.'],
  [{ rush: oneMore }, 'You’ve reached the limit of 12.'],
])('[LW4] %j is refused with a sentence', (planning, sentence) => {
  expect(refusal(team, set(planning))).toBe(sentence);
});
