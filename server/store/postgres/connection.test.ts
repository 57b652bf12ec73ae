import { expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { execute } from '../../../test/postgres/postgres-server.ts';
import { createEmptyDatabase } from '../../../test/postgres/shared-postgres.ts';
import { databaseAt, openPool } from './connection.ts';

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
