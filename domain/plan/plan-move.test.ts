import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyTemplate } from '../../test/arbitraries.ts';
import { buildLayout, buildRotation, buildShift, buildTemplate, changed } from '../../test/builders.ts';
import { inverse } from '../change/inverse.ts';
import type { Template } from '../team/template.ts';
import { type PlanItem, seatsTaken, standingOf } from './plan.ts';
import { dropMove, stepMove } from './plan-move.ts';
import { positionsOf } from './rotation.ts';

const bare = (id: string, positions: readonly string[]) => ({
  id,
  name: id,
  positions: positions.map((name) => ({ id: name, name, seats: [] })),
});
const lunch = {
  ...buildRotation('lunch', '11:00 AM', '2:00 PM'),
  subareas: [bare('front', ['till', 'expo']), bare('patio', []), bare('kitchen', ['grill', 'fry', 'prep'])],
};
const template = buildTemplate({
  rotations: [
    lunch,
    buildRotation('dinner', '5:00 PM', '9:00 PM'),
    buildRotation('close', '9:00 PM', '1:00 AM'),
  ],
});
const rotation = (id: string): PlanItem => ({ kind: 'rotation', rotation: id });
const subarea = (id: string): PlanItem => ({ kind: 'subarea', rotation: 'lunch', subarea: id });
const position = (id: string): PlanItem => ({ kind: 'position', rotation: 'lunch', position: id });

/** 'lunch(front:till,expo patio: kitchen:grill,fry,prep) dinner close' */
function shown({ rotations }: Template): string {
  const [first, ...rest] = [...rotations].map(({ id, subareas }) =>
    id === 'lunch'
      ? `lunch(${subareas.map((each) => `${each.id}:${each.positions.map((p) => p.id)}`).join(' ')})`
      : id,
  );
  return [first, ...rest].join(' ');
}

test.each<[PlanItem, 'up' | 'down', string | null]>([
  [rotation('dinner'), 'up', 'dinner lunch(front:till,expo patio: kitchen:grill,fry,prep) close'],
  [rotation('dinner'), 'down', 'lunch(front:till,expo patio: kitchen:grill,fry,prep) close dinner'],
  [rotation('lunch'), 'up', null],
  [rotation('close'), 'down', null],
  [rotation('gone'), 'down', null],
  [subarea('patio'), 'up', 'lunch(patio: front:till,expo kitchen:grill,fry,prep) dinner close'],
  [subarea('patio'), 'down', 'lunch(front:till,expo kitchen:grill,fry,prep patio:) dinner close'],
  [subarea('front'), 'up', null],
  [subarea('gone'), 'up', null],
  [position('fry'), 'up', 'lunch(front:till,expo patio: kitchen:fry,grill,prep) dinner close'],
  [position('fry'), 'down', 'lunch(front:till,expo patio: kitchen:grill,prep,fry) dinner close'],
  [position('grill'), 'up', 'lunch(front:till,expo patio:grill kitchen:fry,prep) dinner close'],
  [position('expo'), 'down', 'lunch(front:till patio:expo kitchen:grill,fry,prep) dinner close'],
  [position('till'), 'up', null],
  [position('prep'), 'down', null],
  [position('gone'), 'down', null],
])('[PL14] %j one place %s', (item, way, expected) => {
  const change = stepMove(template.rotations, item, way);
  expect(change && shown(changed(template, change))).toBe(expected);
});

test.each<[PlanItem, PlanItem, string | null]>([
  [rotation('lunch'), rotation('close'), 'dinner close lunch(front:till,expo patio: kitchen:grill,fry,prep)'],
  [rotation('close'), rotation('lunch'), 'close lunch(front:till,expo patio: kitchen:grill,fry,prep) dinner'],
  [rotation('lunch'), rotation('lunch'), null],
  [rotation('lunch'), subarea('patio'), null],
  [subarea('kitchen'), subarea('front'), 'lunch(kitchen:grill,fry,prep front:till,expo patio:) dinner close'],
  [subarea('front'), subarea('kitchen'), 'lunch(patio: kitchen:grill,fry,prep front:till,expo) dinner close'],
  [subarea('front'), position('fry'), null],
  [subarea('front'), rotation('lunch'), 'lunch(patio: kitchen:grill,fry,prep front:till,expo) dinner close'],
  [position('grill'), position('prep'), 'lunch(front:till,expo patio: kitchen:fry,prep,grill) dinner close'],
  [position('prep'), position('grill'), 'lunch(front:till,expo patio: kitchen:prep,grill,fry) dinner close'],
  [position('till'), position('fry'), 'lunch(front:expo patio: kitchen:grill,till,fry,prep) dinner close'],
  [position('till'), subarea('patio'), 'lunch(front:expo patio:till kitchen:grill,fry,prep) dinner close'],
  [position('till'), position('till'), null],
  [position('till'), { kind: 'rotation', rotation: 'dinner' }, null],
])('%j dropped on %j', (item, on, expected) => {
  const change = dropMove(template.rotations, item, on, () => 'new');
  expect(change && shown(changed(template, change))).toBe(expected);
});

test('a step up takes a step down back, and nothing is ever lost on the way', () => {
  fc.assert(
    fc.property(anyTemplate, fc.constantFrom('up' as const, 'down' as const), (any, way) => {
      const items = any.rotations.flatMap((each): PlanItem[] => [
        { kind: 'rotation', rotation: each.id },
        ...each.subareas.map(({ id }): PlanItem => ({ kind: 'subarea', rotation: each.id, subarea: id })),
        ...positionsOf(each).map(
          ({ id }): PlanItem => ({ kind: 'position', rotation: each.id, position: id }),
        ),
      ]);
      for (const item of items) {
        const change = stepMove(any.rotations, item, way);
        if (!change) continue;
        const after = changed(any, change);
        expect(after).not.toEqual(any);
        const back = stepMove(after.rotations, item, way === 'up' ? 'down' : 'up');
        expect(back && changed(after, back)).toEqual(any);
        expect(changed(after, inverse(any, change) ?? change)).toEqual(any);
      }
    }),
  );
});

test('where an item stands is said with what it stands in', () => {
  expect(standingOf(template.rotations, rotation('dinner'))).toEqual({
    name: 'dinner',
    place: 2,
    of: 3,
    inside: '',
  });
  expect(standingOf(template.rotations, subarea('patio'))).toMatchObject({
    place: 2,
    of: 3,
    inside: 'lunch',
  });
  expect(standingOf(template.rotations, position('prep'))).toMatchObject({
    place: 3,
    of: 3,
    inside: 'kitchen',
  });
  expect(standingOf(template.rotations, position('gone'))).toBeNull();
});

test('seats are counted, so that it can be said how many became free', () => {
  const seated = changed(
    buildLayout({ shifts: [buildShift('ana', '10:00 AM', '8:00 PM')], rotations: template.rotations }),
    { type: 'shift.seat', shift: 'ana', rotation: 'lunch', position: 'till', before: null },
    { type: 'shift.seat', shift: 'ana', rotation: 'dinner', position: 'till', before: null },
  );
  expect(seatsTaken(seated.rotations)).toBe(2);
  expect(seatsTaken(changed(seated, { type: 'rotation.delete', rotation: 'lunch' }).rotations)).toBe(1);
});
