import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { LimitOptions, SharedLimit } from '../../limits/shared-limit.ts';

/** Of each limit. Made-up addresses can be tried without end. */
const MOST_ROWS = 20_000;
/** How far the clocks of two nodes may be apart, in milliseconds. */
const SKEW = 5_000;
/** After how many calls a node removes rows that are no longer needed. */
const CLEAN_EVERY = 1_000;

/** A row says in how many milliseconds its bucket was empty at an instant. A call adds what drains in its share of the window. */
export function createPostgresLimit(
  pool: Pick<pg.Pool, 'query'>,
  name: string,
  { most, window, now }: LimitOptions,
): SharedLimit {
  const share = Math.ceil(window / most);
  let uncleaned = CLEAN_EVERY;

  async function clean(): Promise<void> {
    await pool.query('delete from limits where name = $1 and at + drains_in <= $2', [name, now()]);
    // Of buckets that all count, those that drain first go.
    await pool.query(
      `delete from limits where name = $1 and key in (
        select key from limits where name = $1 order by at + drains_in
        limit greatest(0, (select count(*) from limits where name = $1) - $2))`,
      [name, MOST_ROWS],
    );
  }

  return {
    async isFull(key) {
      const { rowCount } = await pool.query({
        name: 'limits.isFull',
        text: `select from limits where name = $1 and key = $2 and at <= $3::bigint + ${SKEW}
          and drains_in - greatest(0, $3 - at) + $4 > $5`,
        values: [name, hashOf(key), now(), share, window],
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
        // After a clock was set back, a full bucket takes another call, and drains from then on.
        text: `insert into limits as known (name, key, drains_in, at) values ($1, $2, $4, $3::bigint)
          on conflict (name, key) do update set
            drains_in = $4 + case when known.at > $3 + ${SKEW} then least(known.drains_in, $5 - $4)
              else greatest(0, known.drains_in - greatest(0, $3 - known.at)) end,
            at = case when known.at > $3 + ${SKEW} then $3 else greatest(known.at, $3) end
          where known.at > $3 + ${SKEW}
            or known.drains_in - greatest(0, $3 - known.at) + $4 <= $5`,
        values: [name, hashOf(key), now(), share, window],
      });
      return rowCount === 1;
    },

    async takeBack(key) {
      await pool.query({
        name: 'limits.takeBack',
        text: 'update limits set drains_in = greatest(0, drains_in - $3) where name = $1 and key = $2',
        values: [name, hashOf(key), share],
      });
    },
  };
}

/** Keys hold addresses of people. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');
