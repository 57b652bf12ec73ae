import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import type { Change } from '../../domain/change/change.ts';
import type { Layout } from '../../domain/day/layout.ts';
import type { Team } from '../../domain/team/team.ts';
import { buildLayout, buildRotation, buildShift } from '../../test/builders.ts';
import {
  newcomer,
  newTeam,
  type RunningServer,
  runServer,
  type Visitor,
} from '../../test/servers/running-server.ts';
import { newId } from '../id.ts';
import { sentence } from '../words.ts';

let server: RunningServer;
let visitor: Visitor;
let team: string;

beforeAll(async () => {
  server = await runServer();
  visitor = await newcomer(server.address, 'Maria');
  team = await newTeam(visitor, { dayStart: '4a' });
  await send({ type: 'layout.create', layout: buildLayout() });
});
afterAll(() => server.stop());

const send = (change: Change, document = 'day') =>
  visitor.call(changeDocument, { params: { team, document }, body: { id: newId(), change } });
async function body<Body>(document: string): Promise<Body> {
  return (await visitor.call(getDocument, { params: { team, document } })).value.body as Body;
}

test.each([
  ['3:30 PM', '3:30 PM'],
  ['3p', '3:00 PM'],
  ['3:30 pm', '3:30 PM'],
  ['15:30', '3:30 PM'],
  ['1530', '3:30 PM'],
  ['09:30', '9:30 AM'],
  ['09:30:00', '9:30 AM'],
  ['00:15', '12:15 AM'],
  ['noon', '12:00 PM'],
])('the API takes %s for %s, wherever a change has a time', async (sent, stored) => {
  const id = `shift ${sent}`;
  const shift = buildShift(id, sent, '11:59p');
  const rotation = buildRotation(`rotation ${sent}`, sent, '23:59');
  const added = await send({
    type: 'batch',
    changes: [
      { type: 'shift.add', shift, seats: [] },
      { type: 'rotation.add', rotation, before: null },
      { type: 'shift.edit', shift: id, endTime: '23:58' },
    ],
  });
  expect(added.text).not.toContain('problem');
  const layout = await body<Layout>('day');
  const times = { startTime: stored, endTime: '11:58 PM' };
  expect(layout.shifts.find((each) => each.id === id)).toMatchObject(times);
  expect(layout.rotations.find((each) => each.id === rotation.id)).toMatchObject({ startTime: stored });
  await send({ type: 'rotation.delete', rotation: rotation.id });
});

test('a start of the day too', async () => {
  expect(await body<Team>(team)).toMatchObject({ dayStart: '4:00 AM' });
  await send({ type: 'team.day', dayStart: '05:00', timeZone: 'UTC' }, team);
  expect(await body<Team>(team)).toMatchObject({ dayStart: '5:00 AM' });
});

test.each(['9:30', '930', '11', '5'])(
  '%s may be morning or evening, and is refused with that',
  async (sent) => {
    const { status, text } = await send({
      type: 'shift.add',
      shift: buildShift('new', sent, '11p'),
      seats: [],
    });
    expect(status).toBe(400);
    expect(JSON.parse(text).problem ?? JSON.parse(text)).toMatchObject({ code: 'time-ambiguous' });
    expect(sentence({ code: 'time-ambiguous', details: { text: sent } })).toBe(`Add AM or PM to “${sent}”.`);
  },
);
