import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeDocument,
  createLayout,
  getDocument,
  listLayouts,
  listOutlooks,
} from '../../contract/documents.ts';
import type { SingleChange } from '../../domain/change/change.ts';
import { buildLayout, buildRotation, buildShift, buildTemplate } from '../../test/builders.ts';
import {
  newcomer,
  newTeam,
  problemOf,
  type RunningServer,
  runServer,
  type Visitor,
} from '../../test/servers/running-server.ts';
import { joinTeam } from '../../test/servers/team-members.ts';
import { newId } from '../id.ts';

let server: RunningServer;
let ana: Visitor;
let team: string;
beforeAll(async () => {
  server = await runServer();
  ana = await newcomer(server.address, 'Ana');
  team = await newTeam(ana);
  await send('weekday', { type: 'template.create', template: buildTemplate() });
});
afterAll(() => server.stop());

const send = (document: string, change: unknown) =>
  ana.call(changeDocument, {
    params: { team, document },
    body: { id: newId(), change: change as SingleChange },
  });
const lay = (date: string, template = 'weekday') =>
  ana.call(createLayout, { params: { team }, body: { date, template } });
const list = (query: object) => ana.call(listLayouts, { params: { team }, query });

test('[AP3] a layout is created from a template in one call, with the settings of the team', async () => {
  const { status, value } = await lay('2026-11-21');
  expect([status, value]).toEqual([200, { layout: expect.any(String), version: 1, at: expect.any(Number) }]);
  const { body } = (await ana.call(getDocument, { params: { team, document: value.layout } })).value;
  const { name, area } = buildTemplate();
  expect(body).toMatchObject({
    ...{ kind: 'layout', date: '2026-11-21', template: name, area, shifts: [] },
    ...{ breakMinMinutes: 300, breakTimerMinutes: 30, dayStart: '4:00 AM' },
  });
  expect(problemOf(await lay('2026-11-31'))).toEqual([400, { code: 'date-missing', field: 'date' }]);
  for (const template of ['nowhere', team, value.layout]) {
    expect(problemOf(await lay('2026-11-21', template))).toEqual([
      400,
      { code: 'template-missing', field: 'template' },
    ]);
  }
});

test('[AP6] layouts are listed by a range of dates', async () => {
  for (const date of ['2026-12-01', '2026-12-03', '2026-12-07']) await lay(date);
  const dates = async (query: object) => (await list(query)).value.layouts.map(({ date }) => date);
  expect(await dates({ from: '2026-12-01', to: '2026-12-03' })).toEqual(['2026-12-01', '2026-12-03']);
  expect(await dates({ date: '2026-12-07' })).toEqual(['2026-12-07']);
  expect(await dates({ from: '2026-10-01', to: '2026-12-31' })).toContain('2026-12-07');
  const wrong = [400, { code: 'date-range-invalid', details: { max: 92 } }];
  for (const query of [
    {},
    { from: '2026-12-01' },
    { from: '2026-12-03', to: '2026-12-01' },
    { from: '2026-10-01', to: '2027-01-01' },
    { date: '2026-12-01', from: '2026-12-01', to: '2026-12-02' },
    { date: '2026-02-30' },
  ]) {
    expect(problemOf(await list(query)), JSON.stringify(query)).toEqual(wrong);
  }
});

test('[AP13] the outlook of layouts has their shifts and open positions, for at most 14 days', async () => {
  const rotations = [buildRotation('lunch', '10:30 AM', '2:00 PM')];
  const shifts = [buildShift('ana', '9:00 AM', '5:00 PM')];
  await send('planned', {
    type: 'layout.create',
    layout: buildLayout({ date: '2027-03-01', shifts, rotations }),
  });
  await send('deleted', { type: 'layout.create', layout: buildLayout({ date: '2027-03-02' }) });
  await send('deleted', { type: 'layout.delete' });
  const ask = (query: { from: string; to: string }) => ana.call(listOutlooks, { params: { team }, query });
  const { value } = await ask({ from: '2027-03-01', to: '2027-03-14' });
  expect(value.layouts).toEqual([
    {
      layout: 'planned',
      shifts: 1,
      rotations: [{ name: 'lunch', startTime: '10:30 AM', endTime: '2:00 PM', positions: 2, open: 2 }],
    },
  ]);
  for (const to of ['2027-03-15', '2027-02-28', '2027-02-30']) {
    expect(problemOf(await ask({ from: '2027-03-01', to }))).toEqual([
      400,
      { code: 'date-range-invalid', details: { max: 14 } },
    ]);
  }
});

test.each([
  [{ type: 'shift.edit', shift: 's1', startTime: 9 }, 'change.startTime'],
  [{ type: 'shift.edit', shift: 's1', lunch: true }, 'change.lunch'],
  [{ type: 'shift.lunch' }, 'change.type'],
  [
    {
      type: 'batch',
      changes: [
        { type: 'shift.delete', shift: 's1' },
        { type: 'shift.seat', shift: 's1', rotation: 'r1' },
      ],
    },
    'change.changes.1.position',
  ],
  [{ type: 'rotation.add', before: null, rotation: { id: 'r', name: 7 } }, 'change.rotation.name'],
])('[AP1] the invalid field of a change is named: %j', async (change, field) => {
  expect(problemOf(await send('day', change))).toEqual([400, { code: 'request-invalid', field }]);
});

test('a refused batch names the step', async () => {
  const { layout } = (await lay('2026-11-22')).value;
  const changes = [
    { type: 'layout.area', area: 'Kitchen' },
    { type: 'layout.area', area: ' ' },
  ];
  expect(problemOf(await send(layout, { type: 'batch', changes }))).toEqual([
    400,
    { code: 'area-missing', field: 'area', details: { step: 1 } },
  ]);
});

test('[CH8] only managers can delete and restore a layout', async () => {
  const { layout } = (await lay('2026-11-23')).value;
  const bo = await newcomer(server.address, 'Bo');
  await joinTeam(ana, team, 'lead', bo);
  const params = { team, document: layout };
  const made = (change: SingleChange) => bo.call(changeDocument, { params, body: { id: newId(), change } });
  const statusFor = async (who: Visitor) => (await who.call(getDocument, { params })).status;

  expect((await made({ type: 'layout.delete' })).status).toBe(403);
  expect((await send(layout, { type: 'layout.delete' })).status).toBe(200);
  expect(problemOf(await made({ type: 'shift.delete', shift: 'x' }))[1]).toMatchObject({
    code: 'document-missing',
  });
  expect(await statusFor(bo)).toBe(404);
  expect((await send(layout, { type: 'layout.restore' })).status).toBe(200);
  expect(await statusFor(bo)).toBe(200);
});
