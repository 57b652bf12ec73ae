import { expect, test } from 'vitest';
import { buildTeam, changed, refusal } from '../../test/builders.ts';
import { inverse } from '../change/inverse.ts';
import { type PlanningSettings, rushLimit } from './planning-settings.ts';

const team = buildTeam();
const set = (planning: PlanningSettings) => ({ type: 'team.planning', planning }) as const;

test('[LW4] a team chooses its law, whether people change stations, its rush, and who may be out at once', () => {
  const planning: PlanningSettings = {
    jurisdiction: 'OR',
    variety: 'stay',
    rush: [
      { startTime: '5:00 PM', endTime: '7:00 PM' },
      { startTime: '11:30 AM', endTime: '1:30 PM' },
    ],
    outCap: { ' Kitchen ': 2, Front: 1 },
  };
  const after = changed(team, set(planning));
  expect(after.planning).toEqual({
    ...planning,
    rush: [planning.rush?.[1], planning.rush?.[0]],
    outCap: { Front: 1, Kitchen: 2 },
  });
  expect(changed(after, set({ variety: 'rotate', rush: [], outCap: {} }))).toEqual(team);
  const back = inverse(after, set({}), changed(after, set({})));
  expect(back && changed(changed(after, set({})), back)).toEqual(after);
});

const oneMore = Array.from({ length: rushLimit + 1 }, () => ({ startTime: '5:00 PM', endTime: '7:00 PM' }));

test.each<[PlanningSettings, string]>([
  [{ outCap: { Front: 0 } }, 'Enter a whole number of people from 1 to 99.'],
  [{ outCap: { Front: 1.5 } }, 'Enter a whole number of people from 1 to 99.'],
  [{ outCap: { ' ': 1 } }, 'Enter a name.'],
  [{ rush: [{ startTime: '', endTime: '7:00 PM' }] }, 'Enter a time, such as 3:30 PM.'],
  [{ rush: oneMore }, 'You’ve reached the limit of 12.'],
])('[LW4] %j is refused with a sentence', (planning, sentence) => {
  expect(refusal(team, set(planning))).toBe(sentence);
});
