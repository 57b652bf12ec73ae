import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeDocument, createLayout, getDocument } from '../../contract/documents.ts';
import type { ServerMessage } from '../../contract/live.ts';
import type { Change, ChangeOf } from '../../domain/change/change.ts';
import { inverse } from '../../domain/change/inverse.ts';
import { emptyCrew } from '../../domain/crew/crew-document.ts';
import { copyLayout, templateFromLayout } from '../../domain/day/document-copy.ts';
import type { Layout } from '../../domain/day/layout.ts';
import { setUpMoves } from '../../domain/day/set-up.ts';
import { positionsOf, type Rotation } from '../../domain/plan/rotation.ts';
import { planBreaks } from '../../domain/planner/breaks.ts';
import { dayFromDocuments, noToughMinutes } from '../../domain/planner/from-documents.ts';
import { breaksTo, mendingMoves, movesTo, seatsAfter, takeOf } from '../../domain/planner/proposal.ts';
import { replan } from '../../domain/planner/replan.ts';
import { planSeats } from '../../domain/planner/seats.ts';
import type { Template } from '../../domain/team/template.ts';
import { buildLayout, buildRotation, buildShift, buildTemplate } from '../../test/builders.ts';
import { eventually } from '../../test/eventually.ts';
import { pairDevice } from '../../test/servers/paired-devices.ts';
import {
  greet,
  newcomer,
  newTeam,
  type RunningServer,
  runServer,
  type Visitor,
} from '../../test/servers/running-server.ts';
import { joinTeam } from '../../test/servers/team-members.ts';
import { newId } from '../id.ts';

let server: RunningServer;
let manager: Visitor;
let team: string;
beforeAll(async () => {
  server = await runServer();
  manager = await newcomer(server.address, 'Maria');
  team = await newTeam(manager);
});
afterAll(() => server.stop());

const send = (by: Visitor, document: string, change: Change, id = newId()) =>
  by.call(changeDocument, { params: { team, document }, body: { id, change } });
async function make(document: string, ...changes: readonly Change[]) {
  for (const change of changes) {
    const { status, text } = await send(manager, document, change);
    expect(status, text).toBe(200);
  }
}
async function bodyOf<Body = Layout>(document: string, by = manager): Promise<Body> {
  const { status, text, value } = await by.call(getDocument, { params: { team, document } });
  expect(status, text).toBe(200);
  return value.body as Body;
}

const lunch = buildRotation('lunch', '11:00 AM', '3:00 PM', ['till', 'grill', 'fries']);
const charting: readonly Change[] = [
  {
    ...{ type: 'chart.set', rotation: 'lunch', people: 2 },
    cells: [{ position: 'fries', by: 'grill' }],
  },
  { type: 'chart.set', rotation: 'lunch', people: 1, cells: [{ position: 'till', by: null }] },
  {
    ...{ type: 'position.planning', rotation: 'lunch', position: 'till' },
    ...{ station: 'Front/Register', priority: 'must' },
  },
  { type: 'position.planning', rotation: 'lunch', position: 'fries', breaker: true },
];
/** All that a rotation says of how it is planned, by the names of its positions. */
function planningOf(rotation: Rotation | undefined) {
  const positions = rotation ? positionsOf(rotation) : [];
  const nameOf = (id: string | null) => positions.find((each) => each.id === id)?.name ?? id;
  return {
    people: rotation?.people,
    charts: rotation?.charts?.map(({ people, coveredBy }) => [
      people,
      Object.entries(coveredBy).map(([position, by]) => [nameOf(position), nameOf(by)]),
    ]),
    positions: positions.map(({ id: _, seats: __, ...position }) => position),
  };
}
const charted = {
  people: undefined,
  charts: [
    [1, [['till', null]]],
    [2, [['fries', 'grill']]],
  ],
  positions: [
    { name: 'till', station: 'Front/Register', priority: 'must' },
    { name: 'grill' },
    { name: 'fries', breaker: true },
  ],
};

test('[HC21] charts, stations, priorities and breakers come along from a template to days, and back to templates', async () => {
  await make(
    'saturdays',
    { type: 'template.create', template: buildTemplate({ rotations: [lunch] }) },
    ...charting,
  );
  const template = await bodyOf<Template>('saturdays');
  expect(planningOf(template.rotations[0])).toEqual(charted);
  const laid = await manager.call(createLayout, {
    params: { team },
    body: { date: '2026-11-21', template: 'saturdays' },
  });
  const day = laid.value.layout;
  expect(planningOf((await bodyOf(day)).rotations[0])).toEqual(charted);

  const planned = [{ kind: 'meal', start: '1:00 PM', minutes: 30, relief: [] }] as const;
  const lock = { shift: 'ana', rotation: 'lunch', position: 'grill' };
  await make(
    day,
    {
      type: 'shift.add',
      shift: buildShift('ana', '10:00 AM', '6:00 PM'),
      seats: [{ ...lock, before: null }].map(({ shift: _, ...seat }) => seat),
    },
    { type: 'seat.lock', ...lock, locked: true },
    { type: 'rotation.headcount', rotation: 'lunch', people: 2 },
    { type: 'plan.take', seats: [], breaks: [{ shift: 'ana', planned, was: [] }] },
  );
  const set = await bodyOf(day);
  expect([set.locks, set.shifts[0]?.planned]).toEqual([[lock], planned]);
  expect(planningOf(set.rotations[0])).toEqual({ ...charted, people: 2 });

  // what belongs to the day stays with it
  const { breakMinMinutes, breakTimerMinutes, dayStart } = set;
  const settings = { breakMinMinutes, breakTimerMinutes, dayStart };
  const copy = copyLayout(set, '2026-11-28', { settings, newId, people: true });
  await make('like-last-saturday', { type: 'layout.create', layout: copy });
  const next = await bodyOf('like-last-saturday');
  expect(planningOf(next.rotations[0])).toEqual(charted);
  expect([next.locks, next.shifts[0]?.planned]).toEqual([undefined, undefined]);
  const made = templateFromLayout(set, 'From the day', newId);
  if (made.ok) await make('from-day', { type: 'template.create', template: made.value });
  expect(planningOf((await bodyOf<Template>('from-day')).rotations[0])).toEqual(charted);
});

test('[HC27] [HC11] with a third person, one more seat is wanted and one change puts them there; its undo takes them off', async () => {
  const shifts = ['ana', 'bo'].map((id) => buildShift(id, '11:00 AM', '3:00 PM'));
  await make(
    'growing',
    { type: 'layout.create', layout: buildLayout({ shifts, rotations: [lunch] }) },
    ...charting,
  );
  const seat = { type: 'shift.seat', rotation: 'lunch', before: null } as const;
  await make(
    'growing',
    { ...seat, shift: 'ana', position: 'till' },
    { ...seat, shift: 'bo', position: 'grill' },
  );
  const moves = async (isMore: boolean) => {
    const day = await bodyOf('growing');
    const [rotation] = day.rotations;
    return rotation ? setUpMoves(day, rotation, { isMore }) : [];
  };
  expect(await moves(true)).toEqual([]);
  await make('growing', { type: 'shift.add', shift: buildShift('cy', '11:00 AM', '3:00 PM'), seats: [] });
  expect(await moves(false)).toEqual([]);
  const [move, ...others] = await moves(true);
  expect([move?.shift.id, move?.from, move?.to.id, others]).toEqual(['cy', null, 'fries', []]);
  const before = await bodyOf('growing');
  const fill = { ...seat, shift: 'cy', position: 'fries' } as const;
  await make('growing', fill);
  const after = await bodyOf('growing');
  const back = inverse(before, fill, after);
  if (back) await make('growing', back);
  expect(await bodyOf('growing')).toEqual(before);
});

test('[PT1] [PT7] [PT9] a day of 45 is planned, taken as one change, mended after a call-out and undone', async () => {
  const file = join(import.meta.dirname, '../../test/planner/day-45.json');
  const { layout: given, planner } = JSON.parse(readFileSync(file, 'utf8'));
  await make('day-45', { type: 'layout.create', layout: given });
  const priorityOf = (position: string) => planner.positions[position]?.priority;
  for (const rotation of (await bodyOf('day-45')).rotations) {
    const changes = positionsOf(rotation).map(({ id: position }) => ({
      ...({ type: 'position.planning', rotation: rotation.id, position } as const),
      priority: priorityOf(position) ?? null,
    }));
    await make('day-45', { type: 'batch', changes });
  }
  const before = await bodyOf('day-45');
  const known = (layout: Layout) =>
    dayFromDocuments({ layout, crew: emptyCrew, team: {}, tough: noToughMinutes }).day;
  const day = known(before);
  const moves = movesTo(before, planSeats(day).seats, { keeps: true });
  const breaks = breaksTo(before, planBreaks(day, seatsAfter(before, moves)).breaks);
  const take = takeOf(moves, breaks) as ChangeOf<'plan.take'>;
  expect([take.seats.length > 80, take.breaks.length]).toEqual([true, 42]);
  await make('day-45', take);
  const planned = await bodyOf('day-45');
  const seatsOf = ({ rotations }: Layout) =>
    rotations.flatMap((rotation) => positionsOf(rotation).flatMap(({ seats }) => seats)).length;
  expect(seatsOf(planned)).toBe(take.seats.length);
  // taken twice, it changes nothing: every row has been overtaken by itself
  await make('day-45', take);
  expect(await bodyOf('day-45')).toEqual(planned);

  const gone = take.seats.find(({ position }) => priorityOf(position ?? '') === 'must')?.shift ?? '';
  const { startTime } = planned.shifts.find(({ id }) => id === gone) ?? { startTime: '' };
  await make('day-45', { type: 'shift.out', shift: gone, reason: 'sick', from: startTime, at: 0, by: null });
  const short = await bodyOf('day-45');
  expect(seatsOf(short)).toBeLessThan(seatsOf(planned));
  const shortDay = known(short);
  const mended = replan(shortDay, shortDay.seated, { gone: [gone], now: 0 });
  const touched = new Set(take.seats.filter(({ shift }) => shift === gone).map(({ rotation }) => rotation));
  const mend = takeOf(mendingMoves(short, mended.seats, touched), []);
  if (!mend) throw new Error('nobody moves');
  await make('day-45', mend);
  const whole = await bodyOf('day-45');
  const undo = inverse(short, mend, whole);
  if (undo) await make('day-45', undo);
  expect(await bodyOf('day-45')).toEqual(short);
  const undone = inverse(before, take, planned);
  if (undone) await make('day-45', { type: 'shift.back', shift: gone }, undone);
  const last = await bodyOf('day-45');
  expect(last.shifts.every(({ planned = [] }) => planned.length === 0)).toBe(true);
  expect(seatsOf(last)).toBe(seatsOf(before));
});

const hostile: readonly Change[] = [
  { type: 'plan.take', seats: [], breaks: [] },
  { type: 'chart.set', rotation: 'lunch', people: 1, cells: [] },
  { type: 'seat.lock', shift: 'ana', rotation: 'lunch', position: 'till', locked: true },
  { type: 'position.planning', rotation: 'lunch', position: 'till', priority: 'must' },
  { type: 'break.waive', shift: 'ana', slot: 0, at: 1, by: null },
];

test('[PT3] [HC4] neither viewers, televisions, locked tablets nor other teams plan, lock, chart or waive', async () => {
  const shifts = [buildShift('ana', '9:00 AM', '5:00 PM', { breaks: [null] })];
  await make('held', { type: 'layout.create', layout: buildLayout({ shifts, rotations: [lunch] }) });
  const viewer = await newcomer(server.address, 'Vic');
  await joinTeam(manager, team, 'viewer', viewer);
  const stranger = await newcomer(server.address, 'Sam');
  await newTeam(stranger);
  const kiosk = await pairDevice(server.address, manager, { team, kind: 'kiosk', role: 'lead' });
  const wall = await pairDevice(server.address, manager, { team, kind: 'wall' });
  const before = await bodyOf('held');
  for (const by of [viewer, stranger, kiosk, wall]) {
    for (const change of hostile) {
      expect((await send(by, 'held', change)).status, change.type).toBeGreaterThan(400);
    }
  }
  for (const by of [viewer, kiosk, wall, stranger]) {
    const page = await by.live();
    const told: ServerMessage[] = [];
    page.on('message', (data) => told.push(JSON.parse(String(data))));
    await greet(page);
    for (const change of hostile)
      page.send(JSON.stringify({ type: 'change', team, document: 'held', id: newId(), change }));
    await eventually(() => expect(told.filter(({ type }) => type === 'refused').length).toBe(hostile.length));
    page.terminate();
  }
  expect(await bodyOf('held')).toEqual(before);
});

const many = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`);

test('[PT4] lists that are too long, and of the wrong kind, are refused, and nothing of them is stored', async () => {
  const before = await bodyOf('held');
  const row = { rotation: 'lunch', position: 'till', was: null, there: [] };
  const wrong: readonly object[] = [
    { type: 'plan.take', seats: many(10_000).map((shift) => ({ ...row, shift })), breaks: [] },
    { type: 'plan.take', seats: 'all', breaks: [] },
    { type: 'plan.take', seats: [{ ...row, shift: 'ana', there: [7] }], breaks: [] },
    { type: 'plan.take', seats: [], breaks: many(10_000).map((shift) => ({ shift, planned: [], was: [] })) },
    {
      type: 'chart.set',
      rotation: 'lunch',
      people: 3,
      cells: many(10_000).map((position) => ({ position })),
    },
    { type: 'chart.set', rotation: 'lunch', people: -1, cells: [] },
    { type: 'chart.set', rotation: 'lunch', people: 2.5, cells: [] },
    { type: 'seat.lock', shift: many(10), rotation: 'lunch', position: 'till', locked: true },
    { type: 'seat.lock', shift: 'ana', rotation: 'lunch', position: 'till', locked: 'yes' },
    { type: 'position.planning', rotation: 'lunch', position: 'till', priority: many(10_000) },
    { type: 'break.waive', shift: 'ana', slot: 1e9, at: 1, by: null },
    { type: 'break.waive', shift: 'ana', slot: -1, at: 1, by: null },
    { type: 'break.waive', shift: 'ana', slot: 0.5, at: 1, by: null },
  ];
  for (const change of wrong) {
    const { status, text } = await send(manager, 'held', change as Change);
    expect([status >= 400 && status < 500, text.length < 1_000], JSON.stringify(change).slice(0, 90)).toEqual(
      [true, true],
    );
  }
  expect(await bodyOf('held')).toEqual(before);
});
