import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import {
  newcomer,
  newTeam,
  type RunningServer,
  runServer,
  type Visitor,
} from '../../test/servers/running-server.ts';
import { isOnPostgres } from '../../test/stores/test-store.ts';
import { createHealth } from './monitoring.ts';

let dataDir: string;
let server: RunningServer;
let ana: Visitor;
let team: string;
let logged: string[];
const inData = (name: string) => join(dataDir, name);

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  logged = [];
  const log = pino({ level: 'error' }, { write: (line: string) => logged.push(line) });
  server = await runServer({ dataDir, log });
  ana = await newcomer(server.address, 'Ana');
  team = await newTeam(ana);
});
afterEach(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true });
});

let changes = 0;
async function rename(name: string): Promise<unknown[]> {
  changes += 1;
  const body = { id: `change-${changes}`, change: { type: 'team.rename', name } } as const;
  const { status, value } = await ana.call(changeDocument, { params: { team, document: team }, body });
  return status === 200 ? [status] : [status, (value as unknown as { problem: unknown }).problem];
}

const teamName = async () =>
  (await ana.call(getDocument, { params: { team, document: team } })).value.body as { name?: string };

const refused = [503, { code: 'storage-failed' }];

test.skipIf(isOnPostgres).each([
  ['replaced by another file', () => writeFileSync(inData('lineup.db'), readFileSync(inData('aside.db')))],
  ['removed', () => {}],
])('[OP2] while the database is %s, nothing is acknowledged, and everyone can see it', async (_, replace) => {
  expect(await rename('Before')).toEqual([200]);
  renameSync(inData('lineup.db'), inData('aside.db'));
  replace();
  expect([await rename('One'), await rename('Two')]).toEqual([refused, refused]);
  expect(logged.join('')).toContain('was replaced or removed while the server was running');
  const health = await ana.send('/readyz');
  expect([health.status, health.value]).toEqual([503, { status: 'storage-failed' }]);
  // A sign-up writes outside of the documents.
  await expect(newcomer(server.address, 'Ben')).rejects.toThrow('storage-failed');
  expect(await teamName()).toMatchObject({ name: 'Before' });

  renameSync(inData('aside.db'), inData('lineup.db'));
  expect(await rename('After')).toEqual([200]);
  expect(await teamName()).toMatchObject({ name: 'After' });
});

test.skipIf(isOnPostgres)('a write-ahead log that is removed under the server is noticed, too', async () => {
  renameSync(inData('lineup.db-wal'), inData('aside-wal'));
  expect(await rename('One')).toEqual(refused);
  renameSync(inData('aside-wal'), inData('lineup.db-wal'));
  expect(await rename('Two')).toEqual([200]);
});

test('a healthy server says so', async () => {
  const health = await ana.send('/readyz');
  expect([health.status, health.value]).toEqual([200, { status: 'ready' }]);
});

function healthOf(probe: () => Promise<void>) {
  const errors: unknown[] = [];
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const log = { error: (error: unknown) => errors.push(error) };
  const health = createHealth({ store: { probe }, backups: null, isDraining: () => false, log });
  return { health, errors, clock };
}

test('whoever asks often shares an answer, so that strangers cause no writes', async () => {
  let probes = 0;
  const { health, clock } = healthOf(async () => {
    probes += 1;
  });
  for (let each = 0; each < 20; each++) expect(await health.check()).toEqual({ status: 'ready' });
  expect(probes).toBe(1);
  clock.mockReturnValue(1_001);
  await health.check();
  expect(probes).toBe(2);
  clock.mockRestore();
});

test('a database that hangs is asked once until it answers, and one that fails is logged once', async () => {
  const hanging = Promise.withResolvers<void>();
  let probes = 0;
  const { health, errors, clock } = healthOf(async () => {
    probes += 1;
    await hanging.promise;
    throw new Error('The disk is full.');
  });
  const answers = [0, 1, 2].map((each) => {
    clock.mockReturnValue(each * 5_000);
    return health.check();
  });
  expect(probes).toBe(1);
  hanging.resolve();
  for (const each of await Promise.all(answers)) expect(each).toEqual({ status: 'storage-failed' });
  clock.mockReturnValue(20_000);
  await health.check();
  expect([probes, errors.length]).toEqual([2, 1]);
  clock.mockRestore();
});
