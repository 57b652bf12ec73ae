import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLayout, anyTemplate } from '../../test/arbitraries.ts';
import { buildRotation, buildTeam, buildTemplate, changed, refusal } from '../../test/builders.ts';
import { english } from '../../test/words.ts';
import type { ChangeOf, PlanChange } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import { copyLayout, copyTemplate, templateFromLayout } from '../day/document-copy.ts';
import { daySettings, type Layout, layTemplate } from '../day/layout.ts';
import { changedSince } from '../history/differences.ts';
import { messageOf } from '../history/phrases.ts';
import { dutiesFor } from './charts.ts';
import type { Plan } from './plan.ts';
import { duplicatePosition, duplicateRotation } from './plan-copy.ts';
import { copyTo } from './plan-move.ts';
import { positionsOf, type Rotation } from './rotation.ts';

const lunch = buildRotation('lunch', '11:00 AM', '2:00 PM');
const template = buildTemplate({ rotations: [lunch, buildRotation('dinner', '5:00 PM', '9:00 PM', [])] });
const onTill = { rotation: 'lunch', position: 'till' } as const;
type Fields = Omit<ChangeOf<'position.planning'>, 'type' | 'rotation' | 'position'>;
const plan = (fields: Fields): PlanChange => ({ type: 'position.planning', ...onTill, ...fields });
const till = ({ rotations }: { rotations: Plan }) => positionsOf(rotations[0] ?? lunch)[0];
const all = plan({ station: 'Front/Register', priority: 'must', breaker: true });
const planned = changed(template, all);
const counting = () => {
  let made = 0;
  return () => `new ${++made}`;
};

test('[HC20] a position has a station, a priority and whether it relieves breaks, each by itself', () => {
  expect(till(planned)).toEqual({
    ...{ id: 'till', name: 'till', seats: [] },
    ...{ station: 'Front/Register', priority: 'must', breaker: true },
  });
  expect(till(changed(planned, plan({ priority: 'nice' })))).toMatchObject({
    ...{ station: 'Front/Register', priority: 'nice', breaker: true },
  });
  const none = changed(planned, plan({ station: null, priority: null, breaker: false }));
  expect(JSON.stringify(none)).toBe(JSON.stringify(template));
  expect(refusal(template, { ...all, position: 'gone' } as PlanChange)).toBe(
    'That position no longer exists.',
  );
});

test('[HC20] two people’s changes of a position are both kept, and either can be undone', () => {
  const [one, other] = [plan({ priority: 'must' }), plan({ breaker: true })];
  const both = changed(template, one, other);
  expect(changed(template, other, one)).toEqual(both);
  const undo = { change: one, undo: inverse(template, one) ?? one };
  expect(changedSince(both, undo)).toEqual([]);
  expect(till(changed(both, undo.undo))).toEqual({ ...till(template), breaker: true });
  for (const change of [all, plan({ station: null }), plan({ priority: 'nice', breaker: false })]) {
    expect(changed(changed(planned, change), inverse(planned, change) ?? all)).toEqual(planned);
  }
});

test('[HC20] [HI1] history says what became of a position', () => {
  const said = (before: typeof template, change: PlanChange) =>
    messageOf(before, change, changed(before, change), english).text;
  expect(said(template, plan({ priority: 'nice' }))).toBe(
    'Set the priority of till in lunch to “Nice to have”',
  );
  expect(said(planned, plan({ priority: null, breaker: false }))).toBe(
    'Removed the priority of till in lunch and made till in lunch a position that is no breaker',
  );
  expect(said(template, plan({ station: 'Front/Register' }))).toBe('Changed the station of till in lunch');
});

/** What everybody's place is for so many people, by the order of the positions in place of their ids. */
function dutiesIn(rotation: Rotation, people: number) {
  const ids = positionsOf(rotation).map(({ id }) => id);
  const duties = dutiesFor(rotation, people);
  return ids.map((id) => {
    const duty = duties.get(id);
    return duty?.kind === 'covered' ? ids.indexOf(duty.by) : duty?.kind;
  });
}

const numbers = Array.from({ length: 11 }, (_, people) => people);
/** All of a plan that a copy has, too. */
const shown = (rotations: Plan) =>
  rotations.map((rotation) => ({
    positions: positionsOf(rotation).map(({ station, priority, breaker }) => ({
      station,
      priority,
      breaker,
    })),
    charts: rotation.charts?.map(({ people }) => people),
    duties: numbers.map((people) => dutiesIn(rotation, people)),
  }));
const headcounts = (rotations: Plan) => rotations.filter(({ people }) => people !== undefined);

test('[HC21] charts, stations, priorities and breakers are the same in layouts of a template and in copies', () => {
  const settings = daySettings(buildTeam());
  fc.assert(
    fc.property(anyTemplate, (any) => {
      expect(headcounts(any.rotations)).toEqual([]);
      expect(shown(layTemplate(any, '2026-11-21', settings).rotations)).toEqual(shown(any.rotations));
      const copy = copyTemplate(any, { taken: [], newId: counting() });
      expect(shown(copy.rotations)).toEqual(shown(any.rotations));
    }),
  );
  fc.assert(
    fc.property(anyLayout, fc.boolean(), (any, people) => {
      const copy = copyLayout(any, '2026-11-22', { settings, newId: counting(), people });
      expect(shown(copy.rotations)).toEqual(shown(any.rotations));
      const saved = templateFromLayout(any, 'Good Day', counting());
      expect(saved.ok && shown(saved.value.rotations)).toEqual(shown(any.rotations));
      for (const rotation of any.rotations) {
        const { dayStart } = any;
        const twin = duplicateRotation(rotation, any.rotations, { dayStart, newId: counting() });
        expect(shown([twin])).toEqual(shown([rotation]));
        const own = new Set(positionsOf(twin).map(({ id }) => id));
        const named = (twin.charts ?? []).flatMap(({ coveredBy }) => Object.entries(coveredBy).flat());
        expect(named.every((id) => id === null || own.has(id))).toBe(true);
        expect(headcounts([...copy.rotations, twin])).toEqual([]);
      }
    }),
  );
});

test('[HC21] a copied position is as important as its original, and so is one in another rotation', () => {
  const original = till(planned);
  expect(original && duplicatePosition(original, [original], () => 'new')).toEqual({
    ...original,
    ...{ id: 'new', name: 'till 2' },
  });
  const copied = copyTo(planned.rotations, { kind: 'position', ...onTill }, ['dinner'], counting());
  const after = copied.ok ? changed(planned, copied.value) : planned;
  expect(positionsOf(after.rotations[1] ?? lunch)).toMatchObject([{ priority: 'must', breaker: true }]);
});

test('[HC21] the lead’s number, locks and planned breaks stay with their day', () => {
  fc.assert(
    fc.property(anyLayout, (any) => {
      const rest = { kind: 'rest' as const, start: '1:00 PM', minutes: 10, relief: [] };
      const locked: Layout = {
        ...any,
        shifts: any.shifts.map((shift) => ({ ...shift, planned: [rest] })),
        locks: [{ shift: 'a', rotation: 'b', position: 'c' }],
      };
      const settings = daySettings(buildTeam());
      const copy = copyLayout(locked, '2026-11-22', {
        settings,
        newId: counting(),
        people: true,
      });
      expect(copy).not.toHaveProperty('locks');
      expect(copy.shifts.some((shift) => 'planned' in shift)).toBe(false);
    }),
  );
});

test('[HC21] a template that is sent a day’s number of people keeps none', () => {
  const rotation = { ...buildRotation('close', '9:00 PM', '11:00 PM'), people: 6 };
  const after = changed(template, { type: 'rotation.add', rotation, before: null });
  expect(headcounts(after.rotations)).toEqual([]);
});

test('[HC21] who covers a position that covers another covers both', () => {
  const [one, two, three] = ['one', 'two', 'three'].map((id) => ({ id, name: id, seats: [] }));
  if (!one || !two || !three) throw new Error('three positions');
  const rotation = (coveredBy: Record<string, string | null>): Rotation => ({
    ...lunch,
    subareas: [{ id: 'front', name: 'Front', positions: [one, two, three] }],
    charts: [{ people: 1, coveredBy }],
  });
  expect(dutiesIn(rotation({ one: 'two', two: 'three' }), 1)).toEqual([2, 2, 'seat']);
  expect(dutiesIn(rotation({ one: 'two', two: 'gone' }), 1)).toEqual([1, 'seat', 'seat']);
  expect(dutiesIn(rotation({ one: 'two', two: 'one' }), 1)).toEqual(['seat', 'seat', 'seat']);
  expect(dutiesIn(rotation({ one: 'two', two: null }), 1)).toEqual(['closed', 'closed', 'seat']);
});
