import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  confirmSecondFactor,
  signIn,
  signInBySecondFactor,
  startSecondFactor,
} from '../../../contract/account.ts';
import { changeDocument, getDocument } from '../../../contract/documents.ts';
import { protocol, type ServerMessage } from '../../../contract/live.ts';
import { buildLayout, buildShift } from '../../../test/builders.ts';
import { execute } from '../../../test/postgres/postgres-server.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../test/postgres/shared-postgres.ts';
import { codeOf } from '../../../test/servers/authenticators.ts';
import { startProcess } from '../../../test/servers/real-process.ts';
import { runCommand } from '../../../test/servers/run-command.ts';
import {
  heard,
  newcomer,
  newTeam,
  person,
  runServer,
  signInElsewhere,
  type Visitor,
  visit,
} from '../../../test/servers/running-server.ts';
import { bytes, fillEveryTable } from '../../../test/stores/every-table.ts';
import { isOnPostgres } from '../../../test/stores/test-store.ts';
import { openPostgresStore } from '../../database/postgres/postgres.ts';
import { openSqliteStore } from '../../database/sqlite/sqlite.ts';
import { openLockedSqliteStore } from '../../database/sqlite/sqlite-lock.ts';
import { moveTo } from '../commands/move.ts';

let folder: string;
let dataDir: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-move-'));
  dataDir = join(folder, 'data');
  database = await createEmptyDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const move = (where: string, env: Record<string, string> = {}) =>
  runCommand(moveTo, [where], dataDir, { env });
const sentenceOf = (opening: Promise<unknown>): Promise<string> =>
  opening.then(
    () => 'It opens.',
    (error) => error.message,
  );

/** A page that shows a day, and what it knows of it. */
interface OpenPage {
  readonly cookies: Map<string, string>;
  readonly team: string;
  readonly epoch: string;
  readonly since: number;
  readonly last: string | undefined;
}
const document = 'day';

/** What a page knows of the day after it connected, and how it heard of it. */
async function open(address: string, page: Pick<OpenPage, 'cookies' | 'team'> & Partial<OpenPage>) {
  const { cookies, team, epoch, since, last } = page;
  const socket = await visit(address, cookies).live();
  const hello = heard(socket, 'hello');
  socket.send(JSON.stringify({ type: 'hello', protocol }));
  const greeting = (await hello) as Extract<ServerMessage, { type: 'hello' }>;
  const answers = (['snapshot', 'current', 'changed'] as const).map((type) => heard(socket, type));
  socket.send(JSON.stringify({ type: 'watch', team, document, epoch, since, last }));
  const answer = (await Promise.race(answers)) as { type: string; version: number; id?: string };
  socket.close();
  const now: OpenPage = { cookies, team, epoch: greeting.epoch, since: answer.version, last: answer.id };
  return { heard: answer.type, now };
}

const press = (visitor: Visitor, team: string, shift: string) =>
  visitor.call(changeDocument, {
    params: { team, document },
    body: {
      id: `press-${shift}`,
      change: { type: 'break.press', shift, slot: 0, wants: 'start', at: Date.now(), by: null },
    },
  });

/** Whose break was started. */
async function breaksOf(visitor: Visitor, team: string): Promise<readonly string[]> {
  const { body } = (await visitor.call(getDocument, { params: { team, document } })).value;
  if (body.kind !== 'layout') throw new Error(body.kind);
  return body.shifts.filter(({ breaks }) => breaks[0]).map(({ id }) => id);
}

test.skipIf(isOnPostgres)(
  '[DU27] [DU28] after a move to PostgreSQL, and back, people go on where they were',
  async () => {
    const file = join(dataDir, 'lineup.db');
    const env = { DATABASE_URL: database.url };
    let server = await runServer({ dataDir });
    const ana = await newcomer(server.address, 'Ana');
    const team = await newTeam(ana);
    const shifts = ['sam', 'eva', 'lee'].map((id) =>
      buildShift(id, '9:00 AM', '5:00 PM', { breaks: [null] }),
    );
    const create = { type: 'layout.create' as const, layout: buildLayout({ shifts, date: '2026-11-21' }) };
    await ana.call(changeDocument, { params: { team, document }, body: { id: 'create', change: create } });
    expect((await press(ana, team, 'sam')).status).toBe(200);
    const bo = await newcomer(server.address, 'Bo');
    const { email, password } = person('Bo');
    const { secret } = (await bo.call(startSecondFactor, { body: { password } })).value;
    await bo.call(confirmSecondFactor, { body: { code: codeOf(secret) } });
    const cookies = new Map(
      ana
        .cookie()
        .split('; ')
        .map((each) => each.split(/=(.*)/s, 2) as [string, string]),
    );
    const { now: page } = await open(server.address, { cookies, team });
    await server.stop();
    const rows = fillEveryTable(file);

    const running = await openLockedSqliteStore(file);
    expect((await move(database.url)).stderr).toBe(
      `The database ${file} is in use by another Lineup, or cannot be locked.`,
    );
    await running.close();
    const there = await startProcess('lineup.ts', ['move-to', database.url], { DATA_DIR: dataDir }).ended;
    expect(there.code, there.stderr).toBe(0);
    expect(there.stdout).toMatch(
      /^Moved in \d+ s: 3 documents with their history, 2 accounts, \d+ rows in all\.\nEvery/,
    );
    for (const [table, count] of rows) {
      const found = await execute(database.url, `select count(*)::int as count from "${table}"`);
      // Each database has rows of its own in `meta`, and the move is in the log.
      if (!['meta', 'security_log'].includes(table))
        expect([table, found.rows[0].count]).toEqual([table, count]);
    }
    const [logo] = (await execute(database.url, 'select bytes from logos')).rows;
    expect(Buffer.compare(logo.bytes, bytes)).toBe(0);
    const kept = readdirSync(dataDir).find((name) => name.startsWith('lineup.db.moved-'));
    expect(await sentenceOf(openSqliteStore(file))).toMatch(
      new RegExp(
        `^The data of .* was moved to postgres://.*/test_\\w+ on .* rename .*/${kept} to lineup\\.db\\.$`,
      ),
    );
    expect((await move(database.url)).stdout).toMatch(
      /^The data is in postgres:.*\. Nothing was left to do\.\n/,
    );

    server = await runServer({ dataDir, env });
    const { heard: toOldPage, now: same } = await open(server.address, page);
    expect([toOldPage, same]).toEqual(['current', page]);
    const again = visit(server.address, cookies);
    expect(await breaksOf(again, team)).toEqual(['sam']);
    expect((await press(again, team, 'sam')).value, 'sent again').toMatchObject({ version: 2 });
    expect((await press(await signInElsewhere(server.address, 'Ana'), team, 'eva')).status).toBe(200);
    const phone = visit(server.address);
    const late = await phone.call(signIn, { body: { email, password } });
    expect(late.text).toContain('multi-factor-auth-required');
    const code = { code: codeOf(secret, 1), trust: false };
    expect((await phone.call(signInBySecondFactor, { body: code })).status).toBe(200);
    const { now: pressed } = await open(server.address, { cookies, team });
    expect((await move('sqlite', env)).stderr).toBe(
      'The database of DATABASE_URL is in use by a running Lineup. Stop all of them first.',
    );
    await server.stop();

    const back = await move('sqlite', env);
    expect(back.stdout, back.stderr).toContain(`The data is in ${file} now.`);
    expect(await sentenceOf(openPostgresStore(database.url))).toMatch(
      /^The data of DATABASE_URL was moved to .*lineup\.db on .* run “drop function lineup_moved cascade” in it\.$/,
    );
    server = await runServer({ dataDir });
    expect(await open(server.address, pressed)).toEqual({ heard: 'current', now: pressed });
    const home = visit(server.address, cookies);
    expect((await press(home, team, 'lee')).status).toBe(200);
    expect(await breaksOf(home, team)).toEqual(['eva', 'lee', 'sam']);
    await server.stop();
  },
);
