import type pg from 'pg';
import { StartProblem } from '../../start-problem.ts';
import { type Arrival, arrivalKey, describeMove, type Move } from '../moving/move.ts';

/** Refuses every change. Its comment is a `Move` as JSON. */
export const movedFunction = 'lineup_moved';

/** Throws a `StartProblem` for a database that part of the data is missing from, or whose data is elsewhere now. */
export async function refusePartial(db: Pick<pg.Pool, 'query'>): Promise<void> {
  const { left, arrival } = await loadMoves(db);
  if (left) throw new StartProblem(sentenceOf(left));
  if (arrival && arrival.state !== 'in use') {
    throw new StartProblem(
      'A move into the database of DATABASE_URL did not finish. Run “npm run lineup -- move-to” again, with the settings of the database that was being moved.',
    );
  }
}

export const sentenceOf = (left: Move): string =>
  `The data of DATABASE_URL was ${describeMove(left)}. Unset DATABASE_URL to use it there. To go on with what this database had then, without later changes, run “drop function ${movedFunction} cascade” in it.`;

/** Also for a database without tables. */
export async function loadMoves(db: Pick<pg.Pool, 'query'>) {
  const { rows } = await db.query<{ left: string | null; has_meta: boolean }>(
    `select obj_description(to_regproc($1), 'pg_proc') as left, to_regclass('meta') is not null as has_meta`,
    [movedFunction],
  );
  const [found] = rows;
  const kept = found?.has_meta
    ? await db.query<{ value: string }>('select value from meta where key = $1', [arrivalKey])
    : null;
  const text = kept?.rows[0]?.value;
  return {
    hasMeta: found?.has_meta === true,
    left: found?.left ? (JSON.parse(found.left) as Move) : null,
    arrival: text === undefined ? null : (JSON.parse(text) as Arrival),
  };
}

/** Marks the database as left, in the transaction that is open. Nothing can be changed in it afterwards. */
export async function refuseChanges(client: pg.Client, tables: readonly string[], move: Move): Promise<void> {
  const literal = (text: string) => client.escapeLiteral(text);
  const body = `begin raise exception '%', ${literal(`The data of this database was ${describeMove(move)}.`)}; end`;
  await client.query(
    `create function ${movedFunction}() returns trigger language plpgsql as ${literal(body)}`,
  );
  await client.query(`comment on function ${movedFunction}() is ${literal(JSON.stringify(move))}`);
  for (const table of tables) {
    await client.query(
      `create trigger ${movedFunction} before insert or update or delete or truncate
      on ${client.escapeIdentifier(table)} for each statement execute function ${movedFunction}()`,
    );
  }
}
