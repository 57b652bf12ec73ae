import { expect, test } from 'vitest';
import { buildTeam, changed } from '../../test/builders.ts';
import { english } from '../../test/words.ts';
import type { PlanningChange } from '../team/planning-settings.ts';
import { recordOf } from './history.ts';

const team = buildTeam({ planning: { jurisdiction: 'OR', outCap: { Front: 3, Patio: 1 } } });

test.each<[PlanningChange, string]>([
  [{ jurisdiction: 'CA' }, 'chose the break law of California'],
  [{ jurisdiction: null }, 'chose no break law'],
  [{ variety: 'stay', rush: [] }, 'let plans keep people at their station and changed the rush hours'],
  [{ outCap: { ' Front ': 1 } }, 'let 1 person of Front be on break at once'],
  [{ outCap: { Front: null } }, 'removed how many of Front may be on break at once'],
  [{ outCap: { Front: null, Kitchen: 2 } }, 'changed how many may be on break at once'],
  [{}, 'changed how breaks are planned (nothing changed)'],
])('[LW6] history says what %j chose', (fields, sentence) => {
  const change = { type: 'team.planning', ...fields } as const;
  expect(recordOf(team, change, changed(team, change), { at: 0 }, english).did).toBe(sentence);
});
