import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  acceptInvitation,
  createInvitation,
  getInvitation,
  listMembers,
  revokeInvitation,
} from '../../contract/teams.ts';
import { newcomer, newTeam, type RunningServer, runServer, type Visitor } from '../servers/running-server.ts';

let server: RunningServer;
let ann: Visitor;
let team: string;
let now = Date.parse('2026-11-21T17:00:00Z');
beforeAll(async () => {
  server = await runServer({ now: () => now });
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

test('[attack 18] a link that was used, revoked or is too old lets nobody in', async () => {
  const bob = await newcomer(server.address, 'Bob');
  const [used, revoked, old] = [await invite(), await invite(), await invite()];
  const first = await newcomer(server.address, 'First');
  await first.call(acceptInvitation, { params: { token: used.token } });
  await ann.call(revokeInvitation, { params: { team, id: revoked.id } });
  now += 8 * 86_400_000;
  const before = await membersOf();
  for (const { token } of [used, revoked, old]) {
    const answers = [
      await bob.call(acceptInvitation, { params: { token } }),
      await bob.call(getInvitation, { params: { token } }),
    ];
    for (const { status } of answers) expect(status).toBe(404);
  }
  expect(await membersOf()).toBe(before);
});
