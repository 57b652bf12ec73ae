import { expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { execute } from '../../../test/postgres/postgres-server.ts';
import { createEmptyDatabase } from '../../../test/postgres/shared-postgres.ts';
import { databaseAt, openPool } from './connection.ts';

test('[SV20] what PostgreSQL still carries out on a connection that was given up is known until it has ended', async () => {
  const database = await createEmptyDatabase();
  const pool = openPool(databaseAt(database.url), { lost() {} }, 'read committed');
  expect(await pool.isGivenUpRunning()).toBe(false);
  const lost = pool.query('select pg_sleep(600)').catch(String);
  await eventually(async () => expect(await sleeping()).toHaveLength(1));
  pool.breakStuck(new Error('It was silent.'));
  expect(await lost).toContain('It was silent.');
  expect(await pool.isGivenUpRunning()).toBe(true);
  await execute(database.url, `select pg_terminate_backend(${(await sleeping())[0]?.pid})`);
  await eventually(async () => expect(await pool.isGivenUpRunning()).toBe(false));
  await pool.end();
  await database.drop();

  async function sleeping(): Promise<readonly { pid: number }[]> {
    const statement = `select pid from pg_stat_activity
      where datname = current_database() and query = 'select pg_sleep(600)'`;
    return (await execute(database.url, statement)).rows;
  }
});
