import { copyFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeKey } from '../../contract/changes.ts';
import { openClient, when } from '../../test/servers/live-client.ts';
import { type LiveServer, type Page, startLiveServer } from '../../test/servers/live-server.ts';
import { aTeam, teamRef } from '../../test/stores/team-fixture.ts';

const kept = join(tmpdir(), `lineup-kept-${process.pid}.db`);
let server: LiveServer;
let ann: Page;

beforeEach(async () => {
  server = await startLiveServer();
  await server.join('ann', 'manager');
  await server.join('bob', 'manager');
});
afterEach(async () => {
  await server.stop();
  rmSync(kept, { force: true });
});

/** Makes one change for each name, and gives the key of each. */
async function rename(...names: readonly string[]): Promise<readonly string[]> {
  ann = await server.open('ann');
  const keys: string[] = [];
  for (const name of names) {
    ann.say({ type: 'change', ...teamRef, id: `to-${name}`, change: { type: 'team.rename', name } });
    keys.push(changeKey(await ann.hear('accepted')));
  }
  return keys;
}

const keepFile = () => server.restart((file) => copyFileSync(file, kept));
/** The file that was kept is put back, with the epoch it had. */
const restoreFile = (file: string) => copyFileSync(kept, file);

test('a page that was ahead of a restored file gets the whole document, not the rest of another history', async () => {
  await keepFile();
  const [, gone] = await rename('Lost', 'Gone');
  await server.restart(restoreFile);
  const [, quay, dock] = await rename('Pier', 'Quay', 'Dock');
  const { epoch } = server.store;
  const resume = async (last?: string) => {
    const page = await server.open('bob');
    page.say({ type: 'watch', ...teamRef, since: 3, epoch, last });
    return page.hear('snapshot', 'changed', 'current');
  };
  expect(await resume(gone)).toMatchObject({ type: 'snapshot', version: 4, id: dock });
  expect(await resume(quay)).toMatchObject({ type: 'changed', version: 4 });
  expect(await resume(), 'old code').toMatchObject({ type: 'changed', version: 4 });
  await server.restart();
  expect(await resume(gone), 'after a restart').toMatchObject({ type: 'snapshot', version: 4 });
  expect(await resume(quay)).toMatchObject({ type: 'changed', version: 4 });
});

test('a page at the very version of a restored file is not up to date if another change made it', async () => {
  await keepFile();
  const [lost] = await rename('Lost');
  await server.restart(restoreFile);
  const [pier] = await rename('Pier');
  const page = await server.open('bob');
  page.say({ type: 'watch', ...teamRef, since: 2, epoch: server.store.epoch, last: lost });
  expect(await page.hear('snapshot', 'current')).toMatchObject({ type: 'snapshot', id: pier });
  page.say({ type: 'watch', ...teamRef, since: 2, epoch: server.store.epoch, last: pier });
  expect(await page.hear('snapshot', 'current')).toMatchObject({ type: 'current', version: 2, id: pier });
});

test('a page is not up to date if its last change was sent again after another history', async () => {
  await keepFile();
  const [, made] = await rename('Lost', 'Gone');
  await server.restart(restoreFile);
  const [, again] = await rename('Pier', 'Gone');
  expect(again).not.toBe(made);
  const page = await server.open('bob');
  page.say({ type: 'watch', ...teamRef, since: 3, epoch: server.store.epoch, last: made });
  expect(await page.hear('snapshot', 'current')).toMatchObject({ type: 'snapshot', version: 3, id: again });
});

test('an open page shows what the restored file and later changes say', async () => {
  await keepFile();
  const client = openClient(() => server.addressOf('bob'));
  const team = client.open('team', teamRef.team, teamRef.document);
  const leave = team.subscribe(() => {});
  const addAreas = async (...names: readonly string[]) => {
    for (const name of names) await server.documents.issue(teamRef, { type: 'area.add', name });
  };
  const areasAre = (...names: readonly string[]) =>
    when(
      team,
      (view) => view.state === 'ready' && isDeepStrictEqual(view.body.areas, [...aTeam.areas, ...names]),
    );
  await when(team, ({ state }) => state === 'ready');
  await addAreas('Lost');
  await areasAre('Lost');
  await addAreas('Gone');
  await areasAre('Lost', 'Gone');
  await server.restart(restoreFile);
  await addAreas('Pier', 'Quay', 'Dock');
  expect(await areasAre('Pier', 'Quay', 'Dock')).toMatchObject({ version: 4, pending: 0 });
  leave();
  client.close();
});

test('an open page does not show a change that was lost with the newer file', async () => {
  await keepFile();
  const client = openClient(() => server.addressOf('bob'), { isLost: ({ type }) => type === 'changed' });
  const team = client.open('team', teamRef.team, teamRef.document);
  const leave = team.subscribe(() => {});
  const nameIs = (name: string) => when(team, (view) => view.state === 'ready' && view.body.name === name);
  await nameIs(aTeam.name);
  team.change({ type: 'team.rename', name: 'Lost' });
  await when(client.unsaved, (count) => count === 0);
  expect(team.get()).toMatchObject({ body: { name: 'Lost' }, version: 1, pending: 0 });
  await server.restart(restoreFile);
  expect(await nameIs(aTeam.name)).toMatchObject({ version: 1, pending: 0 });
  leave();
  client.close();
});
