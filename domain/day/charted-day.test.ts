import { expect, test } from 'vitest';
import { buildLayout, buildShift, changed, pointAt } from '../../test/builders.ts';
import { readWords } from '../../words/read-words.ts';
import { myDay } from '../crew/my-day.ts';
import { byId } from '../list/list.ts';
import type { Chart } from '../plan/charts.ts';
import type { Rotation } from '../plan/rotation.ts';
import { candidatesFor } from './candidates.ts';
import { coverRotation } from './coverage.ts';
import { coverageCurve } from './curve.ts';
import { dayTable } from './day-table.ts';
import { fillByJob, fillFromDay } from './fill.ts';
import { handoverOf } from './handover.ts';
import { dutiesIn } from './headcount.ts';
import type { Layout } from './layout.ts';
import { nextMoves } from './next-rotation.ts';
import { outlookOf } from './outlook.ts';
import { dutyChanges, setUpMoves, sparedAmong } from './set-up.ts';
import { placeName, timelineRows } from './timeline.ts';
import { uncoveredBy } from './uncovered.ts';
import { wallLayout } from './wall-view.ts';

const noon = { minute: 12 * 60, now: Date.parse('2026-11-21T12:00:00Z') };
/** With three, the till does the drinks and nobody expedites; with two, the grill does the fries, too. */
const charts: readonly Chart[] = [
  { people: 2, coveredBy: { drinks: 'till 1', expo: null, fries: 'grill' } },
  { people: 3, coveredBy: { drinks: 'till 1', expo: null } },
  { people: 4, coveredBy: { expo: null } },
];
type Seats = Readonly<Record<string, string>>;

function lunch(seats: Seats, over: Partial<Rotation> = {}): Rotation {
  const subarea = (id: string, names: readonly string[]) => ({
    ...{ id, name: id },
    positions: names.map((name) => ({ id: name, name, seats: seats[name]?.split(' ') ?? [] })),
  });
  return {
    ...{ id: 'lunch', name: 'Lunch', startTime: '11:00 AM', endTime: '2:00 PM', charts },
    subareas: [subarea('front', ['till 1', 'drinks', 'expo']), subarea('back', ['fries', 'grill'])],
    ...over,
  };
}

function day(seats: Seats, over: Partial<Rotation> = {}, { out = [] as readonly string[] } = {}): Layout {
  const people = [...new Set(Object.values(seats).flatMap((ids) => ids.split(' ')))];
  const ids = [...people, ...out].sort();
  const layout = buildLayout({
    shifts: ids.map((id) => buildShift(id, '9:00 AM', '5:00 PM', { person: `p-${id}` })),
    rotations: [lunch(seats, over)],
  });
  return out.reduce(
    (at, shift) =>
      changed(at, { type: 'shift.out', shift, reason: 'sick', from: '9:00 AM', at: 0, by: null }),
    layout,
  );
}

const rotationOf = ({ rotations: [rotation] }: Layout): Rotation => {
  if (!rotation) throw new Error('The day has no rotation.');
  return rotation;
};
const cover = (layout: Layout) => coverRotation(layout, rotationOf(layout), noon);

/** 'open', who is there, 'closed', or who covers it from where. */
const shown = (layout: Layout) =>
  [...cover(layout).positions.values()].map(({ people, isOpen, spared }) => {
    if (spared?.kind === 'closed') return 'closed';
    const names = (all: typeof people) => all.map(({ shift }) => shift.id).join(' ');
    if (spared) return `${names(spared.people)} · ${spared.by.name}`;
    return isOpen ? 'open' : names(people);
  });

const three = { 'till 1': 'Ana', fries: 'Bo', grill: 'Cy' };

test('[HC6] only a seat of the chart is open; who covers another one is named, and a closed one says so', () => {
  expect(shown(day(three))).toEqual(['Ana', 'Ana · till 1', 'closed', 'Bo', 'Cy']);
  expect(shown(day({ ...three, drinks: 'Di' }))).toEqual(['Ana', 'Di', 'closed', 'Bo', 'Cy']);
  expect(shown(day(three, { people: 4 }))).toEqual(['Ana', 'open', 'closed', 'Bo', 'Cy']);
  expect(shown(day(three, { people: 5 }))).toEqual(['Ana', 'open', 'open', 'Bo', 'Cy']);
  const { charts: _, ...plain } = lunch(three);
  expect(shown({ ...day(three), rotations: [plain] })).toEqual(['Ana', 'open', 'open', 'Bo', 'Cy']);
});

test('[HC6] the seat that covers another can be open itself, and names nobody then', () => {
  expect(shown(day({ fries: 'Bo', grill: 'Cy' }, { people: 3 }))).toEqual([
    'open',
    ' · till 1',
    'closed',
    'Bo',
    'Cy',
  ]);
});

test('[HC6] facts beat the chart: who is on a position without a seat stands there', () => {
  const facts = day({ ...three, expo: 'Di' }, { people: 3 });
  expect(shown(facts)).toEqual(['Ana', 'Ana · till 1', 'Di', 'Bo', 'Cy']);
  expect(cover(facts).counts).toMatchObject({ positions: 4, covered: 4, open: 0 });
});

test('[HC6] one who leaves a position without a seat leaves none open', () => {
  const layout = day({ ...three, expo: 'Di' }, { people: 3 });
  const early = changed(layout, { type: 'shift.edit', shift: 'Di', endTime: '1:00 PM' });
  expect(cover(early).positions.get('expo')).toMatchObject({ opensAt: null, isOpen: false, spared: null });
});

test('[HC7] counts, outlook, curve and handover go by the chart', () => {
  const layout = day(three);
  const { counts, subareas, headcount } = cover(layout);
  expect(headcount).toBe(3);
  expect(counts).toMatchObject({ positions: 3, covered: 3, open: 0, standing: 3 });
  expect(subareas.get('front')).toMatchObject({ positions: 1, covered: 1 });
  expect(outlookOf(layout, noon).rotations).toMatchObject([{ positions: 3, open: 0 }]);
  expect(pointAt(coverageCurve(layout), noon.minute)).toMatchObject({ positions: 3, covered: 3, present: 3 });
  expect(handoverOf(layout, noon, 'UTC').open).toEqual([]);
  const more = day(three, { people: 5 });
  expect(cover(more)).toMatchObject({ headcount: 5, counts: { positions: 5, open: 2 } });
  expect(handoverOf(more, noon, 'UTC').open.map(({ position }) => position)).toEqual(['drinks', 'expo']);
  const facts = day({ ...three, expo: 'Di' }, { people: 3 });
  expect(pointAt(coverageCurve(facts), noon.minute)).toMatchObject({ positions: 4, covered: 4 });
});

test('[HC7] a day without charts has no number, and all of its positions count', () => {
  const { charts: _, ...plain } = lunch(three);
  expect(cover({ ...day(three), rotations: [plain] })).toMatchObject({
    headcount: null,
    counts: { positions: 5, covered: 3, open: 2 },
  });
});

test('[HC7] a call-out leaves uncovered what the chart without them wants', () => {
  const layout = day({ ...three, drinks: 'Di' });
  const out = { reason: 'sick', from: '9:00 AM', at: 0, by: null } as const;
  const actions = readWords('en', 'actions');
  const left = (id: string) => {
    const shift = byId(layout.shifts, id);
    return shift ? uncoveredBy(layout, shift, out, noon.minute, actions) : '';
  };
  expect(left('Di')).toBe('');
  expect(left('Bo')).toBe('fries');
});

test('[HC7] the next rotation and the sheet of a day say open of seats alone', () => {
  const layout = day(three);
  const before = { ...lunch({}), id: 'before', startTime: '8:00 AM', endTime: '11:00 AM' };
  const moves = nextMoves(layout, before, rotationOf(layout), { ...noon, minute: 10 * 60 + 50 });
  expect(moves.filter(({ type }) => type === 'open')).toEqual([]);
  const rows = dayTable(layout, layout.rotations).flatMap((part) => part.rows);
  expect(rows.map(({ position, cells }) => [position, cells[0]?.spared?.kind ?? null])).toEqual([
    ['till 1', null],
    ['drinks', 'covered'],
    ['expo', 'closed'],
    ['fries', null],
    ['grill', null],
  ]);
});

test('[HC8] fills leave positions without a seat free, and nobody leaves one open', () => {
  const source = day({ 'till 1': 'Ana', drinks: 'Di', fries: 'Bo' }, { people: 5 });
  const layout = buildLayout({ shifts: source.shifts, rotations: [lunch({})] });
  expect(fillFromDay(layout, source).seats.map(({ position }) => position)).toEqual(['till 1', 'fries']);
  expect(fillFromDay(layout, source).left).toEqual([
    { shift: 'Di', rotation: 'lunch', why: 'no-position', position: 'drinks' },
  ]);
  const placed = fillByJob(layout).seats.map(({ position }) => position);
  expect([...placed].sort()).toEqual(['fries', 'grill', 'till 1']);
  const facts = day({ ...three, expo: 'Di' }, { people: 3 });
  const fries = lunch({}).subareas[1]?.positions[0];
  if (!fries) throw new Error('There are no fries.');
  const found = candidatesFor(facts, { rotation: rotationOf(facts), position: fries }, noon);
  expect(found.map(({ shift, leavesOpen }) => [shift.id, leavesOpen])).toContainEqual(['Di', false]);
  expect(found.map(({ shift, leavesOpen }) => [shift.id, leavesOpen])).toContainEqual(['Ana', true]);
});

test('[HC9] who covers a position has it in their own day, unless somebody sits there', () => {
  const covers = (layout: Layout) => {
    const ana = byId(layout.shifts, 'Ana');
    return ana && myDay(layout, ana, noon.minute).now?.covers.map(({ name }) => name);
  };
  expect(covers(day(three))).toEqual(['drinks']);
  expect(covers(day({ ...three, drinks: 'Di' }, { people: 3 }))).toEqual([]);
  expect(covers(day(three, { people: 4 }))).toEqual([]);
});

test('[HC7] a bar of the timeline has what is covered from its position', () => {
  const bars = (layout: Layout) => timelineRows(layout).map(({ stints }) => stints.map(placeName).join());
  expect(bars(day(three))).toEqual(['till 1 + drinks', 'fries', 'grill']);
  expect(bars(day(three, { people: 5 }))).toEqual(['till 1', 'fries', 'grill']);
});

const movesOf = (layout: Layout, more = {}) =>
  setUpMoves(layout, rotationOf(layout), more).map(
    ({ shift, from, to }) => `${shift.id} ${from?.id ?? 'nowhere'} > ${to.id}`,
  );

test('[HC10] who has no seat goes to an open one, the one that covers theirs first', () => {
  expect(movesOf(day({ drinks: 'Di', fries: 'Bo', grill: 'Cy' }))).toEqual(['Di drinks > till 1']);
  const callOut = day({ 'till 1': 'Ana', drinks: 'Di', grill: 'Cy' }, {}, { out: ['Bo'] });
  expect(movesOf(callOut)).toEqual(['Di drinks > fries']);
  expect(movesOf(day(three))).toEqual([]);
});

test('[HC10] who has left by now goes nowhere', () => {
  const callOut = day({ drinks: 'Di', fries: 'Bo', grill: 'Cy' });
  const moves = (now: number) => setUpMoves(callOut, rotationOf(callOut), { now }).length;
  expect([moves(12 * 60), moves(23 * 60)]).toEqual([1, 0]);
});

test('[HC10] the like seat first: its station, a job that fits, its subarea; then what matters most', () => {
  const two = [{ people: 2, coveredBy: { 'grill 2': null, expo: null } }];
  const positions = (ids: readonly string[]) =>
    ids.map((id) => ({
      ...{ id, name: id, seats: id === 'grill 2' ? ['Cy'] : id === 'expo' ? ['Di'] : [] },
      ...(id === 'host' && { priority: 'must' as const }),
    }));
  const rotation = (front: readonly string[], back: readonly string[]): Rotation => ({
    ...lunch({}, { charts: two, people: 2 }),
    subareas: [
      { id: 'front', name: 'front', positions: positions(front) },
      { id: 'back', name: 'back', positions: positions(back) },
    ],
  });
  const shifts = ['Cy', 'Di'].map((id) =>
    buildShift(id, '9:00 AM', '5:00 PM', { schedule: id === 'Di' ? 'Fryer' : 'Crew' }),
  );
  const moves = (front: readonly string[], back: readonly string[]) =>
    movesOf(buildLayout({ shifts, rotations: [rotation(front, back)] }));
  expect(moves(['expo', 'till'], ['prep', 'grill 1', 'grill 2', 'fryer'])).toEqual([
    'Cy grill 2 > grill 1',
    'Di expo > fryer',
  ]);
  expect(moves(['expo', 'till', 'host'], ['grill 2'])).toEqual(['Di expo > host', 'Cy grill 2 > till']);
});

test('[HC10] nobody goes where they can’t sit, and moves leave the day as the chart has it', () => {
  const layout = day({ drinks: 'Di', expo: 'Ed', grill: 'Cy' }, { people: 3 });
  const after = changed(
    layout,
    ...setUpMoves(layout, rotationOf(layout)).map(({ shift, to }) => ({
      ...{ type: 'shift.seat' as const, shift: shift.id, rotation: 'lunch', position: to.id, before: null },
    })),
  );
  expect(shown(after)).toEqual(['Di', 'Di · till 1', 'closed', 'Ed', 'Cy']);
  expect(movesOf(after)).toEqual([]);
});

test('[HC27] with more people, who has no position gets a seat that is left', () => {
  const layout = day({ ...three, drinks: 'Di' });
  const more = changed(layout, {
    type: 'shift.add',
    shift: buildShift('Ed', '9:00 AM', '5:00 PM'),
    seats: [],
  });
  expect(movesOf(more), 'nobody came').toEqual([]);
  expect(movesOf(more, { isMore: true })).toEqual(['Ed nowhere > expo']);
  const moving = day({ drinks: 'Di', fries: 'Bo', grill: 'Cy' }, { people: 3 });
  const comes = changed(moving, {
    type: 'shift.add',
    shift: buildShift('Ed', '9:00 AM', '5:00 PM', { schedule: 'till 1' }),
    seats: [],
  });
  expect(movesOf(comes, { isMore: true }), 'who has to move comes first').toEqual(['Di drinks > till 1']);
  const brief = changed(layout, {
    type: 'shift.add',
    shift: buildShift('Ed', '1:45 PM', '5:00 PM'),
    seats: [],
  });
  expect(movesOf({ ...brief, rotations: [{ ...rotationOf(brief), people: 5 }] }, { isMore: true })).toEqual(
    [],
  );
});

test('[HC10] what is another duty with other people', () => {
  const layout = day(three);
  const rotation = rotationOf(layout);
  const duties = (people: number) => dutiesIn(layout, { ...rotation, people });
  const changes = (from: number, to: number) =>
    dutyChanges(duties(from), duties(to), rotation).map(({ position, duty, by }) =>
      [position.id, duty.kind, ...(by ? [by.id] : [])].join(' '),
    );
  expect(changes(4, 3)).toEqual(['drinks covered till 1']);
  expect(changes(3, 4)).toEqual(['drinks seat']);
  expect(changes(5, 2)).toEqual(['drinks covered till 1', 'expo closed', 'fries covered grill']);
  const moving = day({ drinks: 'Di', fries: 'Bo', grill: 'Cy' });
  const left = setUpMoves(moving, rotationOf(moving)).flatMap(({ from }) => from ?? []);
  expect(sparedAmong(moving, rotationOf(moving), left)).toMatchObject([
    { position: { id: 'drinks' }, duty: { kind: 'covered' }, by: { id: 'till 1' } },
  ]);
});

test('[HC6] a wall shows the same', () => {
  const layout = wallLayout(day(three, { people: 4 }), (id) => `hidden ${id}`);
  expect(rotationOf(layout)).toMatchObject({ charts, people: 4 });
  expect(shown(layout)).toEqual(['hidden Ana', 'open', 'closed', 'hidden Bo', 'hidden Cy']);
});
