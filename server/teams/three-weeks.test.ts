import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import { unlockKiosk } from '../../contract/kiosk.ts';
import { getMe } from '../../contract/me.ts';
import { linkMe } from '../../contract/mine.ts';
import { listKioskPeople, setPin } from '../../contract/pins.ts';
import type { Change } from '../../domain/change/change.ts';
import type { Crew } from '../../domain/crew/crew.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { addDays } from '../../domain/time/date.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { pairDevice } from '../../test/servers/paired-devices.ts';
import {
  newcomer,
  newTeam,
  type RunningServer,
  runServer,
  signInElsewhere,
  type Visitor,
} from '../../test/servers/running-server.ts';
import { joinTeam } from '../../test/servers/team-members.ts';
import { newId } from '../id.ts';

const day = 86_400_000;
const start = '2026-11-28';
let time = Date.parse(`${start}T18:00:00Z`);
let server: RunningServer;
beforeAll(async () => {
  server = await runServer({ now: () => time });
});
afterAll(() => server.stop());

const ana = { ...buildShift('s1', '9:00 AM', '5:00 PM'), teamMember: 'Ana Lima' };
const bo = { ...buildShift('s2', '9:00 AM', '5:00 PM'), teamMember: 'Bo Kim' };

test('[CR81] three weeks without a shift lock nobody out: the person, the account and the PIN are as before', async () => {
  const manager = await newcomer(server.address, 'Maria');
  const team = await newTeam(manager);
  const change = async (by: Visitor, document: string, given: Change, as?: string) =>
    by.call(changeDocument, {
      params: { team, document },
      body: { id: newId(), change: given, ...(as !== undefined && { as }) },
    });
  const crew = async () =>
    (await manager.call(getDocument, { params: { team, document: crewDocument } })).value.body as Crew;
  await crew();
  const lay = (date: string, ...shifts: (typeof ana)[]) =>
    change(manager, `day-${date}`, { type: 'layout.create', layout: buildLayout({ date, shifts }) });
  await lay(start, ana, bo);
  const before = (await crew()).people;
  const [first, second] = ['Ana Lima', 'Bo Kim'].map(
    (name) => before.find((each) => each.name === name)?.id ?? '',
  ) as [string, string];
  const lead = await newcomer(server.address, 'Ana');
  await joinTeam(manager, team, 'lead', lead);
  await lead.call(linkMe, { params: { team }, body: { person: first } });
  const tablet = { team, kind: 'kiosk', name: 'Tablet', role: 'lead' } as const;
  const kiosk = await pairDevice(server.address, manager, tablet);
  await manager.call(setPin, { params: { team, person: second }, body: { pin: '2580', role: 'lead' } });

  // each day has a schedule, without either of them
  for (let days = 1; days <= 22; days++) {
    time += day;
    await manager.call(getMe, {});
    await kiosk.call(listKioskPeople, { params: { team } });
    await lay(addDays(start, days));
  }
  const after = (await crew()).people;
  expect(after.map(({ id, active }) => [id, active])).toEqual(before.map(({ id }) => [id, true]));
  expect(after.find(({ id }) => id === first)?.account).toBe((await lead.call(getMe, {})).value.user?.id);

  const { people } = (await kiosk.call(listKioskPeople, { params: { team } })).value;
  expect(people.map(({ person, isLocked }) => [person, isLocked])).toEqual([[second, false]]);
  const opened = await kiosk.call(unlockKiosk, { params: { team }, body: { person: second, pin: '2580' } });
  expect(opened.status).toBe(200);
  const add = (id: string): Change => ({
    type: 'shift.add',
    shift: buildShift(id, '1:00 PM', '5:00 PM'),
    seats: [],
  });
  const today = `day-${addDays(start, 22)}`;
  expect((await change(kiosk, today, add('x'), opened.value.assertion)).status).toBe(200);
  expect((await change(lead, today, add('y'))).status).toBe(200);
  await expect(signInElsewhere(server.address, 'Ana')).resolves.toBeDefined();
});
