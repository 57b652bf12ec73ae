import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { LimitOptions, SharedLimit } from '../../limits/shared-limit.ts';

/** Of each limit. Made-up addresses can be tried without end. */
const MOST_ROWS = 20_000;
/** How far the clocks of two nodes may be apart, in milliseconds. */
const SKEW = 5_000;
/** After how many calls a node removes rows that are no longer needed. */
const CLEAN_EVERY = 1_000;

/**
 * Without a log, so that counting a call waits neither for the disk nor for a standby: a crash or a failover empties it, and
 * everyone can try again at once.
 */
export async function createLimitsTable(db: Pick<pg.Pool, 'query'>): Promise<void> {
  await db.query(`create unlogged table if not exists limits (
    name text collate "C" not null,
    key text collate "C" not null,
    level double precision not null,
    at bigint not null,
    constraint limits_key primary key (name, key)
  ) with (fillfactor = 70)`);
}

/** A row has the level of a bucket at an instant. */
export function createPostgresLimit(
  pool: Pick<pg.Pool, 'query'>,
  name: string,
  { most, window, now }: LimitOptions,
): SharedLimit {
  const drain = window / most;
  let uncleaned = CLEAN_EVERY;

  async function clean(): Promise<void> {
    await pool.query('delete from limits where name = $1 and at + level * $2::float8 <= $3', [
      name,
      drain,
      now(),
    ]);
    // Of buckets that all count, those that drain first go.
    await pool.query(
      `delete from limits where name = $1 and key in (
        select key from limits where name = $1 order by at + level * $2::float8
        limit greatest(0, (select count(*) from limits where name = $1) - $3))`,
      [name, drain, MOST_ROWS],
    );
  }

  return {
    async isFull(key) {
      const { rowCount } = await pool.query({
        name: 'limits.isFull',
        text: `select from limits where name = $1 and key = $2 and at <= $3::bigint + ${SKEW}
          and level - greatest(0, $3 - at) / $4::float8 + 1 > $5`,
        values: [name, hashOf(key), now(), drain, most],
      });
      return rowCount === 1;
    },

    async add(key) {
      uncleaned += 1;
      if (uncleaned > CLEAN_EVERY) {
        uncleaned = 0;
        await clean();
      }
      const { rowCount } = await pool.query({
        name: 'limits.add',
        // After a clock was set back, a bucket keeps its level but for a call, and drains from now on.
        text: `insert into limits as known (name, key, level, at) values ($1, $2, 1, $3::bigint)
          on conflict (name, key) do update set
            level = 1 + case when known.at > $3 + ${SKEW} then least(known.level, $5 - 1)
              else greatest(0, known.level - greatest(0, $3 - known.at) / $4::float8) end,
            at = case when known.at > $3 + ${SKEW} then $3 else greatest(known.at, $3) end
          where known.at > $3 + ${SKEW}
            or known.level - greatest(0, $3 - known.at) / $4::float8 + 1 <= $5`,
        values: [name, hashOf(key), now(), drain, most],
      });
      return rowCount === 1;
    },

    async takeBack(key) {
      await pool.query({
        name: 'limits.takeBack',
        text: 'update limits set level = greatest(0, level - 1) where name = $1 and key = $2',
        values: [name, hashOf(key)],
      });
    },
  };
}

/** Keys hold addresses of people. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');
