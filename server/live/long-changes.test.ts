import { afterEach, expect, test } from 'vitest';
import { type LiveServer, startLiveServer } from '../../test/servers/live-server.ts';
import { teamRef } from '../../test/stores/team-fixture.ts';

let server: LiveServer;
afterEach(() => server.stop());

/** Each look at the clock finds that so many milliseconds of work have passed. */
function workOf(milliseconds: number, onLook = () => {}): () => number {
  let at = 0;
  return () => {
    onLook();
    at += milliseconds;
    return at;
  };
}

const rename = (name: string) => ({ type: 'team.rename', name }) as const;

test('while changes are judged, others are answered', async () => {
  let committed = Number.NaN;
  let looks = 0;
  const clock = workOf(15, () => {
    looks += 1;
    if (looks === 20) bob.say({ type: 'ping' });
  });
  server = await startLiveServer({ clock });
  await server.join('ann', 'manager');
  await server.join('bob', 'manager');
  const bob = await server.open('bob');
  await bob.hear('me');
  looks = 0;
  bob.socket.once('message', () => {
    committed = server.commits.length;
  });
  const ann = { user: 'ann', role: 'manager' } as const;
  const changes = Array.from({ length: 400 }, (_, index) =>
    server.documents.change(ann, teamRef, { id: `change-${index}`, change: rename(`Name ${index}`) }),
  );
  await Promise.all(changes);
  expect((await bob.hear('pong')).type).toBe('pong');
  expect(committed).toBe(0);
  expect(server.commits).toHaveLength(1);
});

test('a change does not wait for all of another person’s that take long', async () => {
  let looks = 0;
  let bobs: ReturnType<LiveServer['documents']['change']> | undefined;
  const bob = { user: 'bob', role: 'manager' } as const;
  const clock = workOf(15, () => {
    looks += 1;
    if (looks === 20) bobs = server.documents.change(bob, teamRef, { id: 'bob-1', change: rename('Bob’s') });
  });
  server = await startLiveServer({ clock });
  await server.join('ann', 'manager');
  await server.join('bob', 'manager');
  looks = 0;
  const ann = { user: 'ann', role: 'manager' } as const;
  const changes = Array.from({ length: 400 }, (_, index) =>
    server.documents.change(ann, teamRef, { id: `change-${index}`, change: rename(`Name ${index}`) }),
  );
  const answers = await Promise.all(changes);
  const versions = answers.map((answer) => (answer.ok ? answer.value.version : 0));
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  const answer = await bobs;
  expect(answer?.ok && answer.value.version < 100).toBe(true);
});

test('a person is looked up once for all of their pages', async () => {
  server = await startLiveServer();
  await server.join('ann', 'manager');
  await server.join('bob', 'manager');
  const pages = await Promise.all(Array.from({ length: 20 }, () => server.open('ann')));
  for (const page of pages) await page.hear('me');
  const other = await server.open('bob');
  await other.hear('me');
  server.told.length = 0;
  const ann = { id: 'ann', email: 'ann@example.com', firstName: 'Anne', lastName: 'Doe' };
  for (let again = 0; again < 5; again++) server.connections.personChanged(ann);
  server.connections.membershipsChanged('ann');
  for (const page of pages) await page.hear('me');
  expect(server.told).toEqual(['ann']);
  // A new team name is sent to all members, and each person is looked up once.
  await server.documents.issue(teamRef, rename('Pier'));
  for (const page of [...pages, other]) await page.hear('me');
  expect(server.told.toSorted()).toEqual(['ann', 'ann', 'bob']);
  expect(pages.flatMap(({ heard }) => heard.filter(({ type }) => type === 'me'))).toEqual([]);
});

test('several changes of lists at once are sent as one message for each team', async () => {
  server = await startLiveServer();
  await server.join('ann', 'manager');
  const pages = await Promise.all(Array.from({ length: 3 }, () => server.open('ann')));
  for (const page of pages) await page.hear('me');
  for (let again = 0; again < 5; again++) server.connections.listed(teamRef.team);
  server.connections.listed('elsewhere');
  for (const page of pages) {
    expect(await page.hear('listed')).toEqual({ type: 'listed', team: teamRef.team });
    page.say({ type: 'ping' });
    await page.hear('pong');
    expect(page.heard.filter(({ type }) => type === 'listed')).toEqual([]);
  }
});
