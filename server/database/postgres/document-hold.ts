import type pg from 'pg';
import type { DocumentRef } from '../document-store.ts';

/** Documents that are locked by an open transaction, which PostgreSQL ends if the node that opened it hangs. */
export interface OpenHold {
  /** Runs the statement and commits. If it fails, nothing is held anymore. */
  commit<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  /** Ends it without a commit. Never rejects. */
  release(): Promise<void>;
}

/** Waits for the documents like a commit does, so many milliseconds for each, and holds them. */
export async function holdDocuments(
  pool: pg.Pool,
  names: readonly DocumentRef[],
  patience?: number,
): Promise<OpenHold> {
  const client = await pool.connect();
  let isOpen = true;

  function leave(error?: Error): void {
    if (isOpen) client.release(error);
    isOpen = false;
  }

  /** What failed leaves the transaction, or the connection, in a state that nobody needs. */
  async function run<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    try {
      return await client.query<Row>(query);
    } catch (error) {
      leave(error as Error);
      throw error;
    }
  }

  await run({ text: patience === undefined ? 'begin' : `begin; set local lock_timeout = ${patience}` });
  await run({
    name: 'hold',
    text: `select from documents
      where (team_id, id) in (select * from unnest($1::text[], $2::text[]))
      order by team_id, id for no key update`,
    values: [names.map(({ team }) => team), names.map(({ document }) => document)],
  });
  return {
    async commit<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      const result = await run<Row>(statement);
      await run({ text: 'commit' });
      leave();
      return result;
    },
    async release() {
      if (!isOpen) return;
      await run({ text: 'rollback' }).catch(() => {});
      leave();
    },
  };
}
