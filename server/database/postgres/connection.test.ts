import { expect, test, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { execute } from '../../../test/postgres/postgres-server.ts';
import { createEmptyDatabase } from '../../../test/postgres/shared-postgres.ts';
import { createOutageLog, databaseAt, openPool } from './connection.ts';
import { startDatabaseClock } from './postgres.ts';

test('[SV20] what PostgreSQL still stores on a connection that was given up is known until it has ended', async () => {
  const database = await createEmptyDatabase();
  const pool = openPool(databaseAt(database.url), { lost() {} }, 'read committed');
  expect(await pool.isGivenUpRunning()).toBe(false);
  const statements = ['select pg_sleep(600)', 'select pg_current_xact_id(), pg_sleep(600)'];
  const lost = statements.map((statement) => pool.query(statement).catch(String));
  await eventually(async () => expect(await sleeping()).toHaveLength(2));
  pool.breakStuck(new Error('It was silent.'));
  for (const each of lost) expect(await each).toContain('It was silent.');
  expect(await pool.isGivenUpRunning()).toBe(true);
  const [reading, writing] = await sleeping();
  await execute(database.url, `select pg_terminate_backend(${writing?.pid})`);
  // What only reads goes on, and no commit has to wait for it.
  await eventually(async () => expect(await pool.isGivenUpRunning()).toBe(false));
  await execute(database.url, `select pg_terminate_backend(${reading?.pid})`);
  await pool.end();
  await database.drop();

  async function sleeping(): Promise<readonly { pid: number }[]> {
    const statement = `select pid from pg_stat_activity
      where datname = current_database() and query like 'select %pg_sleep(600)'
      order by backend_xid is not null`;
    return (await execute(database.url, statement)).rows;
  }
});

test('[SV20] options of the address are kept, and the limits of time are ours', async () => {
  const database = await createEmptyDatabase();
  const address = new URL(database.url);
  address.searchParams.set('options', '-c lock_timeout=0 -c statement_timeout=1s -c work_mem=5MB');
  for (const limit of ['lock', 'query', 'statement', 'idle_in_transaction_session']) {
    address.searchParams.set(`${limit}_timeout`, '1');
  }
  const pool = openPool(databaseAt(address.href), { lost() {} }, 'read committed');
  const { rows } = await pool.query(
    `select name, setting from pg_settings where name in
      ('lock_timeout', 'statement_timeout', 'work_mem', 'idle_in_transaction_session_timeout') order by name`,
  );
  expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
    'idle_in_transaction_session_timeout 2000',
    'lock_timeout 1500',
    'statement_timeout 0',
    'work_mem 5120',
  ]);
  await pool.query('select pg_sleep(0.05)');
  await pool.end();
  await database.drop();
});

test('a node has five connections of a kind at most, and what waits for them gets its turn', async () => {
  const database = await createEmptyDatabase();
  const pool = openPool(databaseAt(database.url), { lost() {} }, 'read committed');
  const answers = await Promise.all(Array.from({ length: 20 }, () => pool.query('select 1 as one')));
  expect(answers.map(({ rows }) => rows[0]?.one)).toEqual(Array(20).fill(1));
  expect(pool.totalCount).toBe(5);
  await pool.end();
  await database.drop();
});

test('an outage is two lines in the log, however many notice it', () => {
  const lines: string[] = [];
  let now = 0;
  const outage = createOutageLog(
    (line) => lines.push(line),
    () => now,
  );
  outage.answered();
  for (let each = 0; each < 9; each++) outage.lost(new Error('It is gone.'));
  now = 4_000;
  outage.answered();
  outage.answered();
  expect(lines).toEqual([
    'A connection to PostgreSQL broke: It is gone.',
    'PostgreSQL answers again, after 4 s.',
  ]);
});

test('the clock is measured again and again, a slow answer does not count, and a wrong machine is said once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
  const told = { ahead: 5_000, took: 0 };
  const errors: unknown[] = [];
  const query = async () => {
    vi.advanceTimersByTime(told.took);
    return { rows: [{ now: Date.now() + told.ahead }] };
  };
  const clock = await startDatabaseClock({ query } as never, (error) => errors.push(error));
  const measured = async (ahead: number, took = 0) => {
    Object.assign(told, { ahead, took });
    await vi.advanceTimersByTimeAsync(30_000);
    return clock.offset();
  };
  expect(clock.offset()).toBe(5_000);
  expect(await measured(900_000, 3_000)).toBe(5_000);
  expect(await measured(7_000)).toBe(7_000);
  expect(errors).toEqual([]);
  for (let each = 0; each < 3; each++) expect(await measured(-120_000)).toBe(-120_000);
  expect(errors).toHaveLength(1);
  clock.stop();
  vi.useRealTimers();
});
