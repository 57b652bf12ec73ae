import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  confirmSecondFactor,
  signIn,
  signInBySecondFactor,
  startSecondFactor,
} from '../../../contract/account.ts';
import { getMe } from '../../../contract/me.ts';
import { fetchProviderSchedule, saveConnection } from '../../../contract/schedule.ts';
import { type HotSchedulesStandIn, runHotSchedules } from '../../../test/providers/hotschedules.ts';
import { outgoingEnv } from '../../../test/providers/stand-in.ts';
import { codeOf } from '../../../test/servers/authenticators.ts';
import { freePort } from '../../../test/servers/free-port.ts';
import { type Ended, startProcess } from '../../../test/servers/real-process.ts';
import { newcomer, newTeam, person, visit } from '../../../test/servers/running-server.ts';
import { openSqliteStore } from '../../database/sqlite/sqlite.ts';
import { createSecretBox, decryptSecrets } from '../../schedules/secret-box.ts';
import { openSecret } from '../../secret.ts';

let folder: string;
let hotschedules: HotSchedulesStandIn;
let env: Record<string, string>;
let address: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-'));
  hotschedules = await runHotSchedules();
  const PORT = String(await freePort());
  env = { ...outgoingEnv(hotschedules), DATA_DIR: folder, PORT };
  address = `http://127.0.0.1:${PORT}`;
});
afterEach(async () => {
  await hotschedules.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rotate = (...typed: string[]) => startProcess('lineup.ts', ['rotate-secret', ...typed], env).ended;
const secretLines = () => readFileSync(join(folder, 'secret'), 'utf8').trim().split('\n');

/** Returns a function that stops it. */
async function startServer(): Promise<() => Promise<Ended>> {
  const { child, ended } = startProcess('main.ts', [], env);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return () => {
    child.kill('SIGTERM');
    return ended;
  };
}

test('after a new secret people sign in again, by their app too, and the schedule is read as before', async () => {
  const { password } = person('');
  const stop = await startServer();
  const ana = await newcomer(address, 'Ana');
  const team = await newTeam(ana);
  const params = { team, provider: 'hotschedules' };
  await ana.call(saveConnection, {
    params,
    body: {
      settings: { user: 'maria.garcia', pass: 'open sesame' },
      location: null,
      timeZone: 'UTC',
      everyMinutes: null,
      takesAlone: false,
    },
  });
  const app = (await ana.call(startSecondFactor, { body: { password } })).value;
  await ana.call(confirmSecondFactor, { body: { code: codeOf(app.secret) } });

  const [first] = secretLines();
  expect(await rotate()).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('in use by another Lineup'),
  });
  expect(secretLines()).toEqual([first]);
  expect(await stop()).toMatchObject({ code: 0, stderr: '' });
  chmodSync(join(folder, 'secret'), 0o640);
  expect(await rotate()).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/has a new secret\. Everyone has to sign in again\.\n.*: 1\.\n$/),
  });
  expect(secretLines()).toEqual([expect.not.stringMatching(first ?? ''), first]);

  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o640);

  const stopAgain = await startServer();
  expect((await ana.call(getMe, {})).value.user).toBeNull();
  const back = visit(address);
  await back.call(signIn, { body: { email: 'ana@example.com', password } });
  expect((await back.call(getMe, {})).value.user).toBeNull();
  const code = codeOf(app.secret, 1);
  expect((await back.call(signInBySecondFactor, { body: { code, trust: false } })).status).toBe(200);
  const again = visit(address);
  await again.call(signIn, { body: { email: 'ana@example.com', password } });
  const backup = { code: app.backupCodes[0] ?? '', trust: false };
  expect((await again.call(signInBySecondFactor, { body: backup })).status).toBe(200);
  expect((await back.call(fetchProviderSchedule, { params, body: { date: '2026-03-07' } })).status).toBe(200);
  expect(await stopAgain()).toMatchObject({ code: 0, stderr: '' });

  // The older line is no longer needed.
  const [newest] = (await openSecret(join(folder, 'secret'))).keysFor('schedule');
  const store = await openSqliteStore(join(folder, 'lineup.db'));
  const [connection] = await store.schedule.all();
  expect(connection && decryptSecrets(createSecretBox([newest]), connection)).toEqual({
    pass: 'open sesame',
  });
  await store.close();
});

test('without a database there is nothing to do, and a word too many is a sentence', async () => {
  env = { ...env, DATA_DIR: join(folder, 'none') };
  expect(await rotate()).toMatchObject({ code: 1, stderr: expect.stringMatching(/^There is no database/) });
  expect(await rotate('now')).toMatchObject({
    code: 1,
    stderr: 'Usage: npm run lineup -- rotate-secret\n',
  });
});
