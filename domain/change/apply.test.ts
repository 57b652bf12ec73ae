import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  anyBody,
  anyChange,
  anyCrew,
  anyHistory,
  anyLayout,
  anyTeam,
  anyTemplate,
} from '../../test/arbitraries.ts';
import { crewIndex } from '../crew/crew-index.ts';
import { breakCount } from '../day/break.ts';
import type { Layout } from '../day/layout.ts';
import { sortShifts } from '../day/shift.ts';
import { isOutDuring } from '../day/who-is-there.ts';
import { positionsOf } from '../plan/rotation.ts';
import { overlaps } from '../time/clock-time.ts';
import { apply, type Change, type DocumentBody, type SingleChange } from './change.ts';

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

const fold = (body: DocumentBody, changes: readonly Change[]): DocumentBody =>
  changes.reduce((current, change) => {
    const outcome = apply(current, change);
    return outcome.ok ? outcome.value : current;
  }, body);

const unique = (list: readonly { id: string }[]) =>
  expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);

function expectRulesToHold(body: DocumentBody): void {
  if (body.kind === 'team') {
    expect(body.areas.length).toBeGreaterThan(0);
    return;
  }
  if (body.kind === 'crew') {
    unique([...body.people, ...body.merged]);
    for (const { id } of body.merged) expect(crewIndex(body).personOf(id)).toBeDefined();
    return;
  }
  unique(body.rotations);
  for (const rotation of body.rotations) {
    unique(rotation.subareas);
    unique(positionsOf(rotation));
    const seats = positionsOf(rotation).flatMap((position) => position.seats);
    expect(new Set(seats).size).toBe(seats.length);
    if (body.kind === 'template') expect(seats).toEqual([]);
    else for (const seat of seats) expectToWork(body, seat, rotation);
  }
  if (body.kind === 'layout') expectShiftsInOrder(body);
}

function expectToWork(layout: Layout, id: string, rotation: Layout['rotations'][number]): void {
  const shift = layout.shifts.find((each) => each.id === id);
  expect(shift && overlaps(shift, rotation, layout.dayStart)).toBe(true);
  expect(shift && isOutDuring(shift, rotation, layout.dayStart)).toBe(false);
}

function expectShiftsInOrder(layout: Layout): void {
  unique(layout.shifts);
  expect(layout.shifts).toEqual(sortShifts(layout.shifts, layout.dayStart));
  for (const shift of layout.shifts) {
    expect(shift.breaks.length).toBeGreaterThanOrEqual(breakCount(shift, layout.breakMinMinutes));
  }
}

test('any change on any body gives a body or a problem', () => {
  fc.assert(
    fc.property(fc.option(anyBody), anyChange, (body, change) => {
      const outcome = apply(body, change);
      if (outcome.ok) expect(outcome.value.kind).toMatch(/^(team|template|layout|crew)$/);
      else expect(outcome.problem.code).toBeTruthy();
    }),
    { numRuns: 2_000 },
  );
});

test('[SH2] [SE1] [SE2] the rules hold after any sequence of changes', () => {
  fc.assert(
    fc.property(anyHistory, ({ body, changes }) => {
      expectRulesToHold(body);
      expectRulesToHold(fold(body, changes));
    }),
    { numRuns: 1_000 },
  );
});

test('the same twice is the same, and the arguments are left as they are', () => {
  fc.assert(
    fc.property(anyHistory, ({ body, changes }) => {
      deepFreeze(body);
      deepFreeze(changes);
      const once = fold(body, changes);
      const copy = fold(structuredClone(body), structuredClone(changes));
      expect(fold(body, changes)).toEqual(once);
      expect(JSON.stringify(copy)).toBe(JSON.stringify(once));
    }),
    { numRuns: 500 },
  );
});

test('[BR23] no history without deletions of shifts and presses on breaks loses a break that was taken', () => {
  fc.assert(
    fc.property(anyHistory, ({ body, changes }) => {
      const losing = new Set<string>([
        'batch',
        'shift.delete',
        'schedule.take',
        'break.press',
        'break.restore',
      ]);
      const kept = changes.filter((change) => !losing.has(change.type));
      const after = fold(body, kept);
      if (body.kind !== 'layout' || after.kind !== 'layout') return;
      for (const shift of body.shifts) {
        const used = after.shifts.find(({ id }) => id === shift.id)?.breaks.filter((slot) => slot !== null);
        expect(used).toEqual(shift.breaks.filter((slot) => slot !== null));
      }
    }),
    { numRuns: 500 },
  );
});

test('[CH5] a batch is its steps one by one, or nothing', () => {
  fc.assert(
    fc.property(anyHistory, ({ body, changes }) => {
      const steps = changes.filter((change): change is SingleChange => change.type !== 'batch');
      let expected = apply(body, { type: 'batch', changes: [] });
      for (const [index, step] of steps.entries()) {
        if (!expected.ok) break;
        expected = apply(expected.value, step);
        if (expected.ok) continue;
        const { problem } = expected;
        expected = { ok: false, problem: { ...problem, details: { ...problem.details, step: index } } };
      }
      expect(apply(body, { type: 'batch', changes: steps })).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test('a batch of 1,000 steps is taken, one more is refused', () => {
  const [team] = fc.sample(anyTeam, 1);
  const rename: SingleChange = { type: 'team.rename', name: 'Maple & 4th' };
  const batch = (length: number): Change => ({ type: 'batch', changes: Array(length).fill(rename) });
  expect(apply(team as DocumentBody, batch(1_000))).toMatchObject({ ok: true });
  expect(apply(team as DocumentBody, batch(1_001))).toMatchObject({
    ok: false,
    problem: { code: 'too-many' },
  });
});

test('a document is created once, and only a creation fits what does not exist', () => {
  fc.assert(
    fc.property(anyTeam, anyTemplate, anyLayout, (team, template, layout) => {
      const creations: [Change, DocumentBody][] = [
        [{ type: 'team.create', team }, team],
        [{ type: 'template.create', template }, template],
        [{ type: 'layout.create', layout }, layout],
      ];
      for (const [create, body] of creations) {
        expect(apply(null, create)).toEqual({ ok: true, value: body });
        expect(apply(body, create)).toMatchObject({ problem: { code: 'document-exists' } });
      }
    }),
    { numRuns: 100 },
  );
  for (const change of [
    { type: 'shift.delete', shift: 'a' },
    { type: 'batch', changes: [] },
  ] as const)
    expect(apply(null, change)).toMatchObject({ problem: { code: 'document-missing' } });
});

test.each(['__proto__', 'constructor', 'toString', 'no.such.thing', ''])(
  'a change of the unknown type %j is refused',
  (type) => {
    for (const body of [null, ...fc.sample(anyBody, 20)]) {
      expect(apply(body, { type } as unknown as SingleChange).ok).toBe(false);
    }
  },
);

test('a batch in a batch is refused, though it would change nothing', () => {
  const inner = { type: 'batch', changes: [] } as unknown as SingleChange;
  for (const body of fc.sample(anyBody, 20)) {
    expect(apply(body, { type: 'batch', changes: [inner] })).toMatchObject({
      problem: { code: 'wrong-document' },
    });
    expect(apply(body, { type: 'batch', changes: [] }), 'one without steps is taken').toMatchObject({
      ok: true,
    });
  }
});

test.each<[DocumentBody['kind'], SingleChange]>([
  ['team', { type: 'notes.edit', base: [], next: [] }],
  ['team', { type: 'shift.delete', shift: 'a' }],
  ['template', { type: 'shift.delete', shift: 'a' }],
  ['template', { type: 'layout.area', area: 'Front' }],
  ['layout', { type: 'template.area', area: 'Front' }],
  ['layout', { type: 'area.add', name: 'Front' }],
  ['layout', { type: 'person.link', person: 'a', account: null }],
  ['crew', { type: 'shift.delete', shift: 'a' }],
])('a %s refuses what does not fit it: %j', (kind, change) => {
  const [body] = fc.sample(
    { team: anyTeam, template: anyTemplate, layout: anyLayout, crew: anyCrew }[kind] as typeof anyBody,
    1,
  );
  expect(apply(body as DocumentBody, change)).toMatchObject({ problem: { code: 'wrong-document' } });
});
