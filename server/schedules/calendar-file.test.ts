import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longestCalendar, previewCalendarFile } from '../../contract/schedule.ts';
import { acceptInvitation, createInvitation } from '../../contract/teams.ts';
import {
  newcomer,
  newTeam,
  type RunningServer,
  runServer,
  type Visitor,
} from '../../test/servers/running-server.ts';

const calendar = readFileSync(new URL('../../test/data/calendar.ics', import.meta.url), 'utf8');
const body = { date: '2026-11-21', timeZone: 'America/Chicago', calendar };

let server: RunningServer;
let manager: Visitor;
let team: string;
beforeAll(async () => {
  server = await runServer();
  manager = await newcomer(server.address, 'Maria');
  team = await newTeam(manager);
});
afterAll(() => server.stop());

const ask = (over: Partial<typeof body> = {}, visitor = manager) =>
  visitor.call(previewCalendarFile, { params: { team }, body: { ...body, ...over } });

test('[SC39] a calendar file is read as a calendar feed is, with the same ids', async () => {
  expect(await ask()).toMatchObject({
    value: {
      shifts: [
        {
          id: 'ics:1@example',
          teamMember: 'Chloe Davis',
          startTime: '9:00 AM',
          endTime: '5:00 PM',
          job: 'Kitchen',
        },
        { id: 'ics:2@example', teamMember: 'Liam Park', startTime: '4:00 PM', endTime: '12:00 AM' },
        { id: 'ics:3@example:2026-11-21', teamMember: 'Maya Ortiz', startTime: '10:00 AM' },
      ],
      warnings: ['Skipped 1 shift with nobody assigned.'],
    },
  });
});

test('[SC39] an unreadable, truncated or endless file has its own sentence', async () => {
  const refused = (code: string) => ({ value: { problem: { code } } });
  expect(await ask({ calendar: 'Name,Start' })).toMatchObject(refused('calendar-unreadable'));
  expect(await ask({ calendar: calendar.slice(0, -20) })).toMatchObject(refused('calendar-unreadable'));
  expect(await ask({ calendar: 'x'.repeat(longestCalendar + 1) })).toMatchObject(refused('request-invalid'));
  expect(await ask({ timeZone: 'Nowhere/Here' })).toMatchObject(refused('request-invalid'));
  const event = (uid: number) =>
    `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:P\nDTSTART:20261121T09\nRRULE:FREQ=DAILY\nEND:VEVENT\n`;
  const many = Array.from({ length: 1_001 }, (_, uid) => event(uid)).join('');
  expect(await ask({ calendar: `BEGIN:VCALENDAR\n${many}END:VCALENDAR` })).toMatchObject(
    refused('calendar-unreadable'),
  );
});

test('[SC39] viewers read none, nor do strangers', async () => {
  const [viewer, stranger] = await Promise.all(['Vera', 'Sam'].map((name) => newcomer(server.address, name)));
  const terms = { role: 'viewer', days: 7, once: true } as const;
  const { token } = (await manager.call(createInvitation, { params: { team }, body: terms })).value;
  await viewer?.call(acceptInvitation, { params: { token } });
  expect(await ask({}, viewer)).toMatchObject({ value: { problem: { code: 'not-allowed' } } });
  expect(await ask({}, stranger)).toMatchObject({ value: { problem: { code: 'not-found' } } });
});
