import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptInvitation, createInvitation, listMembers } from '../../contract/teams.ts';
import { newcomer, newTeam, type RunningServer, runServer, type Visitor } from '../servers/running-server.ts';

let server: RunningServer;
let ann: Visitor;
let team: string;
beforeAll(async () => {
  server = await runServer();
  ann = await newcomer(server.address, 'Ann');
  team = await newTeam(ann);
});
afterAll(() => server.stop());

const invite = async () =>
  (await ann.call(createInvitation, { params: { team }, body: { role: 'lead', days: 7, once: true } })).value;
const membersOf = async () => (await ann.call(listMembers, { params: { team } })).value.members.length;

test('[attack 18] of 50 uses of a link for one person at once, by ten people, one joins', async () => {
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, index) => newcomer(server.address, `Racer${index}`)),
  );
  const { token } = await invite();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      people[index % 10]?.call(acceptInvitation, { params: { token } }),
    ),
  );
  expect(await membersOf()).toBe(2);
  const joined = new Set(answers.flatMap((answer, index) => (answer?.status === 200 ? [index % 10] : [])));
  expect(joined.size).toBe(1);
});
