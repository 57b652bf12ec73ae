import { expect, test } from 'vitest';
import { buildTeam, changed } from '../../test/builders.ts';
import { inverse } from '../change/inverse.ts';
import { mayChange } from '../change/may-change.ts';
import { guideSteps, stepsDone, type TeamSoFar } from './guide.ts';
import { parseTeam } from './team.ts';

const nothing: TeamSoFar = {
  areas: 1,
  hasPlannedTemplate: false,
  layouts: 0,
  hasShifts: false,
  hasPlaced: false,
  connections: 0,
  members: 1,
  invitations: 0,
};

test.each<[Partial<TeamSoFar>, string[]]>([
  [{}, ['area']],
  [{ areas: 0 }, []],
  [{ hasPlannedTemplate: true, layouts: 2 }, ['area', 'template', 'day']],
  [{ hasShifts: true, invitations: 1 }, ['area', 'schedule', 'people']],
  [{ connections: 1, members: 2 }, ['area', 'schedule', 'people']],
  [{ hasShifts: true, hasPlaced: true }, ['area', 'schedule', 'place']],
  [{ hasPlannedTemplate: true, layouts: 1, hasShifts: true, hasPlaced: true, members: 2 }, [...guideSteps]],
])('[TB17] a team with %j has done %j', (over, steps) => {
  expect([...(stepsDone({ ...nothing, ...over }) ?? [])]).toEqual(steps);
});

test('nothing is known to be done before all is known', () => {
  for (const part of [
    'hasPlannedTemplate',
    'layouts',
    'hasShifts',
    'hasPlaced',
    'connections',
    'members',
    'invitations',
  ]) {
    expect(stepsDone({ ...nothing, [part]: undefined }), part).toBeNull();
  }
});

test('[TB18] a manager hides the steps for the team, and Undo shows them again', () => {
  const team = buildTeam({ guide: true });
  const hide = { type: 'team.guide', isShown: false } as const;
  const after = changed(team, hide);
  expect('guide' in after).toBe(false);
  expect(changed(after, inverse(team, hide) ?? hide)).toEqual(team);
  expect(parseTeam(team)).toEqual({ ok: true, value: team });
  expect(['lead', 'viewer'].map((role) => mayChange(role as 'lead', 'team', hide))).toEqual([false, false]);
});
