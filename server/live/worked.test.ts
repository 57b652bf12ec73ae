import { afterAll, beforeAll, expect, test } from 'vitest';
import { listWorked } from '../../contract/crew.ts';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import type { SingleChange } from '../../domain/change/change.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { newPerson } from '../../domain/crew/crew-index.ts';
import { buildLayout, buildRotation, buildShift } from '../../test/builders.ts';
import { pairDevice } from '../../test/servers/paired-devices.ts';
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
let manager: Visitor;
let team: string;
beforeAll(async () => {
  server = await runServer();
  manager = await newcomer(server.address, 'Maria');
  team = await newTeam(manager);
  await manager.call(getDocument, { params: { team, document: crewDocument } });
  await send(crewDocument, { type: 'person.add', person: newPerson('ana', 'Ana') });
  for (const date of ['2026-10-28', '2026-11-20', '2026-11-26']) await work(date);
  await work('2026-11-27');
  await send('day-2026-11-27', { type: 'layout.delete' });
});
afterAll(() => server.stop());

async function send(document: string, change: SingleChange) {
  const call = { params: { team, document }, body: { id: newId(), change } };
  const { status, text } = await manager.call(changeDocument, call);
  if (status !== 200) throw new Error(text);
}

async function work(date: string) {
  const shifts = [buildShift('s1', '9:00 AM', '5:00 PM', { teamMember: 'Ana' })];
  const layout = buildLayout({ date, shifts, rotations: [buildRotation('lunch', '11:00 AM', '2:00 PM')] });
  await send(`day-${date}`, { type: 'layout.create', layout });
  const seat = { shift: 's1', rotation: 'lunch', position: 'till', before: null };
  await send(`day-${date}`, { type: 'shift.seat', ...seat });
}

const ask = (by: Visitor, query: { to: string; days?: string }) =>
  by.call(listWorked, { params: { team }, query });

test('[SK10] leads are told who was where for how long, on the days of at most a month', async () => {
  const lead = await newcomer(server.address, 'Leo');
  await joinTeam(manager, team, 'lead', lead);
  const { value } = await ask(lead, { to: '2026-11-27' });
  expect(value.days.map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-26']);
  expect(value.days[1]?.worked).toEqual([
    { person: 'ana', subarea: expect.any(String), name: expect.any(String), minutes: 180 },
  ]);
  expect((await ask(lead, { to: '2026-11-26', days: '1' })).value.days).toHaveLength(1);
  for (const query of [
    { to: '2026-11-31' },
    { to: '2026-11-27', days: '0' },
    { to: '2026-11-27', days: '31' },
  ]) {
    expect(problemOf(await ask(lead, query))).toEqual([
      400,
      { code: 'date-range-invalid', details: { max: 30 } },
    ]);
  }
});

test('[SK10] no viewer and no device is told it', async () => {
  const viewer = await newcomer(server.address, 'Vic');
  await joinTeam(manager, team, 'viewer', viewer);
  const kiosk = await pairDevice(server.address, manager, {
    team,
    kind: 'kiosk',
    name: 'Line',
    role: 'lead',
  });
  for (const by of [viewer, kiosk]) expect((await ask(by, { to: '2026-11-27' })).status).toBe(403);
});

test('[SK10] it is asked for at most 20 times a minute', async () => {
  const lead = await newcomer(server.address, 'Lou');
  await joinTeam(manager, team, 'lead', lead);
  let last = 200;
  for (let calls = 0; calls < 21; calls++) last = (await ask(lead, { to: '2026-11-27', days: '1' })).status;
  expect(last).toBe(429);
});
