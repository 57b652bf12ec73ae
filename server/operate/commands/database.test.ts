import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeDocument, getDocument } from '../../../contract/documents.ts';
import { lastChangeBefore, protocol } from '../../../contract/live.ts';
import { runCommand } from '../../../test/servers/run-command.ts';
import {
  heard,
  newcomer,
  newTeam,
  runServer,
  signInElsewhere,
  type Visitor,
} from '../../../test/servers/running-server.ts';
import { isOnPostgres } from '../../../test/stores/test-store.ts';
import { openLockedSqliteStore } from '../../database/sqlite/sqlite-lock.ts';
import { backup, check, restore } from './database.ts';

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const rename = (visitor: Visitor, team: string, id: number) =>
  visitor.call(changeDocument, {
    params: { team, document: team },
    body: { id: `rename-${id}`, change: { type: 'team.rename', name: `Store ${id}` } },
  });

async function watch(visitor: Visitor, team: string, known: { since?: number; epoch?: string }) {
  const socket = await visitor.live();
  const greeting = heard(socket, 'hello');
  socket.send(JSON.stringify({ type: 'hello', protocol }));
  const hello = await greeting;
  const answers = Promise.race([heard(socket, 'snapshot'), heard(socket, 'current')]);
  socket.send(JSON.stringify({ type: 'watch', team, document: team, ...known }));
  const answer = await answers;
  socket.close();
  if (hello.type !== 'hello') throw new Error(hello.type);
  return { epoch: hello.epoch, answer };
}

test.skipIf(isOnPostgres)(
  '[DU12] a backup taken under load is whole elsewhere, and pages that are ahead of it load again',
  async () => {
    const server = await runServer({ dataDir: at('data') });
    const ana = await newcomer(server.address, 'Ana');
    const team = await newTeam(ana, { sample: true });
    await rename(ana, team, 1);
    const load = Array.from({ length: 60 }, (_, id) => rename(ana, team, id + 2));
    await load[0];
    const made = await runCommand(backup, [at('backup.db')], at('data'));
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect((await Promise.all(load)).filter(({ status }) => status !== 200)).toEqual([]);
    expect(statSync(at('backup.db')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(['backup.db', 'data']);
    const ahead = (await ana.call(getDocument, { params: { team, document: team } })).value.version;
    const before = await watch(ana, team, {});
    await server.stop();

    const restored = await runCommand(restore, [at('backup.db')], at('elsewhere'));
    expect([restored.code, restored.stderr]).toEqual([0, '']);
    expect((await runCommand(check, [], at('elsewhere'))).code).toBe(0);
    const second = await runServer({ dataDir: at('elsewhere') });
    // Sessions are signed with the secret, which stayed where it was.
    const back = await signInElsewhere(second.address, 'Ana');
    const { version, body } = (await back.call(getDocument, { params: { team, document: team } })).value;
    expect(version).toBeGreaterThanOrEqual(2);
    expect(version).toBeLessThanOrEqual(ahead);
    expect(body).toMatchObject({ name: `Store ${version - 1}` });
    const after = await watch(back, team, { since: ahead, epoch: before.epoch });
    expect(after.epoch).not.toBe(before.epoch);
    expect([lastChangeBefore(before.epoch), lastChangeBefore(after.epoch)]).toEqual([
      null,
      expect.any(Number),
    ]);
    expect(after.answer).toMatchObject({ type: 'snapshot', version });
    // A page that knows an earlier version of another history doesn't get single changes either.
    expect((await watch(back, team, { since: 1, epoch: before.epoch })).answer).toMatchObject({
      type: 'snapshot',
    });
    await second.stop();
  },
);

test.skipIf(isOnPostgres)('[DU11] a backup holds no secret and overwrites nothing', async () => {
  await (await runServer({ dataDir: at('data') })).stop();
  await runCommand(backup, [at('backup.db')], at('data'));
  const secret = readFileSync(at('data/secret'), 'utf8').trim();
  expect(readFileSync(at('backup.db')).includes(secret)).toBe(false);
  const bytes = readFileSync(at('backup.db'));
  const again = await runCommand(backup, [at('backup.db')], at('data'));
  expect([again.code, again.stderr]).toEqual([
    1,
    `${at('backup.db')} exists already. A backup never overwrites a file.`,
  ]);
  expect(readFileSync(at('backup.db')).equals(bytes)).toBe(true);
});

test.skipIf(isOnPostgres)(
  '[DU13] a restore refuses while a server runs, and keeps the database it replaces',
  async () => {
    const first = await runServer({ dataDir: at('data') });
    const ana = await newcomer(first.address, 'Ana');
    const team = await newTeam(ana);
    await runCommand(backup, [at('backup.db')], at('data'));
    await rename(ana, team, 7);
    await first.stop();

    const running = await openLockedSqliteStore(at('data/lineup.db'));
    const refused = await runCommand(restore, [at('backup.db')], at('data'));
    expect([refused.code, refused.stderr]).toMatchObject([
      1,
      expect.stringContaining('in use by another Lineup'),
    ]);
    await running.close();

    const done = await runCommand(restore, [at('backup.db')], at('data'));
    const kept = /kept as (\S+)\.\n/.exec(done.stdout)?.[1] ?? '';
    expect([done.code, existsSync(kept)]).toEqual([0, true]);
    const replaced = await runCommand(restore, [kept], at('other'));
    expect(replaced.code).toBe(0);
    for (const [dataDir, name] of [
      ['data', 'Store 12'],
      ['other', 'Store 7'],
    ] as const) {
      const server = await runServer({ dataDir: at(dataDir) });
      const visitor = await signInElsewhere(server.address, 'Ana');
      const { body } = (await visitor.call(getDocument, { params: { team, document: team } })).value;
      expect(body).toMatchObject({ name });
      await server.stop();
    }
  },
);

test.skipIf(isOnPostgres)('[DU13] what is no backup changes nothing', async () => {
  await (await runServer({ dataDir: at('data') })).stop();
  const before = readFileSync(at('data/lineup.db'));
  writeFileSync(at('text.db'), 'no database at all, but long enough to be looked at as if it were one');
  const foreign = new DatabaseSync(at('foreign.db'));
  foreign.exec('create table meta (key text, value text)');
  foreign.close();
  for (const name of ['text.db', 'foreign.db']) {
    const { code, stderr } = await runCommand(restore, [at(name)], at('data'));
    expect([code, stderr]).toEqual([1, `The file ${at(name)} is not a Lineup database.`]);
  }
  expect((await runCommand(restore, [at('nothing.db')], at('data'))).code).toBe(1);
  expect(readFileSync(at('data/lineup.db')).equals(before)).toBe(true);
});

test.skipIf(isOnPostgres)(
  '[DU13] a database that is damaged or empty is replaced as well, and kept',
  async () => {
    await (await runServer({ dataDir: at('data') })).stop();
    await runCommand(backup, [at('backup.db')], at('data'));
    for (const content of ['', 'not a database anymore, since the disk failed and this was left'.repeat(9)]) {
      writeFileSync(at('data/lineup.db'), content);
      writeFileSync(at('data/lineup.db-wal'), 'its log');
      const { code, stdout } = await runCommand(restore, [at('backup.db')], at('data'));
      expect(code).toBe(0);
      const kept = /kept as (\S+)\.\n/.exec(stdout)?.[1] ?? '';
      expect([readFileSync(kept, 'utf8'), readFileSync(`${kept}-wal`, 'utf8')]).toEqual([content, 'its log']);
      expect((await runCommand(check, [], at('data'))).code).toBe(0);
    }
  },
);
