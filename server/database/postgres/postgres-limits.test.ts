import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/postgres/shared-postgres.ts';
import { createMailer } from '../../accounts/email.ts';
import { createLimits } from '../../door/rate-limit.ts';
import { databaseAt, openPool, type Pool } from './connection.ts';
import { createPostgresLimit } from './postgres.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createDatabase();
  pool = openPool(databaseAt(database.url), { lost() {} }, 'read committed');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const MINUTE = 60_000;
let time = 1_000 * MINUTE;
const now = () => time;
/** As on another node. */
const limit = (name: string, most: number) => createPostgresLimit(pool, name, { most, window: MINUTE, now });
const rowsOf = async (name: string) =>
  (await pool.query('select key from limits where name = $1', [name])).rows.length;

test('[SV5] nodes fill one bucket, which drains evenly', async () => {
  const nodes = [limit('shared', 6), limit('shared', 6)] as const;
  const added = await Promise.all(
    Array.from({ length: 10 }, (_, index) => nodes[index % 2 ? 1 : 0].add('a')),
  );
  expect(added.filter(Boolean)).toHaveLength(6);
  expect([await nodes[0].isFull('a'), await nodes[1].isFull('b')]).toEqual([true, false]);
  time += MINUTE / 6;
  expect([await nodes[0].isFull('a'), await nodes[0].add('a'), await nodes[1].add('a')]).toEqual([
    false,
    true,
    false,
  ]);
  await nodes[1].takeBack('a');
  expect([await nodes[0].add('a'), await nodes[0].add('a')]).toEqual([true, false]);
});

test('[SV5] nodes count email to an address together', async () => {
  const mailers = [1, 2].map(() =>
    createMailer({
      origin: 'https://lineup.example.com',
      smtp: { send: () => expect.fail('Nothing is sent.') },
      log: { error() {} },
      createLimit: createLimits(
        { createLimit: (name, options) => createPostgresLimit(pool, name, options) },
        now,
      ),
    }),
  );
  const allow = (place: (index: number) => string) =>
    Promise.all(
      Array.from({ length: 24 }, (_, index) => mailers[index % 2]?.allow('ana@example.com', place(index))),
    );
  const allowed = (outcomes: Awaited<ReturnType<typeof allow>>) => outcomes.filter((each) => each?.ok).length;
  expect(allowed(await allow(() => 'a place'))).toBe(5);
  expect(allowed(await allow((index) => `place ${index}`))).toBe(15);
});

test('[SV5] a bucket that was filled while a clock was ahead takes another call, and then drains', async () => {
  const late = limit('clock', 1);
  time += 2 * MINUTE;
  expect([await late.add('a'), await late.isFull('a')]).toEqual([true, true]);
  time -= 2 * MINUTE;
  expect([await late.isFull('a'), await late.add('a'), await late.add('a')]).toEqual([false, true, false]);
});

test('[SV5] calls of many senders fill the table no further than allowed, and those with the most calls stay', async () => {
  const flooded = limit('flooded', 4);
  for (let call = 0; call < 4; call++) await flooded.add('full');
  await pool.query(
    `insert into limits select 'flooded', 'made up ' || number, 1, $1 from generate_series(1, 30000) number`,
    [time],
  );
  expect(await limit('flooded', 4).add('next')).toBe(true);
  expect(await rowsOf('flooded')).toBeLessThanOrEqual(20_001);
  expect(await flooded.isFull('full')).toBe(true);
  time += MINUTE;
  await limit('flooded', 4).add('later');
  expect(await rowsOf('flooded')).toBe(1);
});
