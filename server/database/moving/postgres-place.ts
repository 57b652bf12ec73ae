import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { nameEpoch } from '../../../contract/live.ts';
import { StartProblem } from '../../start-problem.ts';
import { databaseAt, openClient } from '../postgres/connection.ts';
import { openPostgresStore } from '../postgres/postgres.ts';
import { asStartProblem } from '../postgres/postgres-errors.ts';
import { epochOf, loadMoves, refuseChanges, saveEpoch, sentenceOf } from '../postgres/start-checks.ts';
import { columnsOf, movedTables, quoted, quotedList, typesOf } from '../tables.ts';
import {
  type Arrival,
  arrivalKey,
  type DataPlace,
  type Move,
  type MoveSource,
  type MoveTarget,
  type PlaceDependencies,
  type RowTarget,
  rowsTogether,
  toRow,
  type Value,
} from './place.ts';

function postgresRows(client: pg.Client): RowTarget {
  return {
    async count({ name }) {
      const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${quoted(name)}`);
      return rows[0]?.count ?? 0;
    },
    async *read(table) {
      // Byte by byte, as SQLite sorts. The index can be used where the column is sorted so as well.
      const key = table.key.map((name) => {
        const isText = table.columns.some((column) => column.name === name && column.type === 'text');
        return isText ? `${quoted(name)} collate "C"` : quoted(name);
      });
      await client.query(
        `declare moved no scroll cursor for select ${columnsOf(table)} from ${quoted(table.name)} order by ${key.join(', ')}`,
      );
      try {
        for (;;) {
          const text = `fetch ${rowsTogether} from moved`;
          const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
          if (rows.length === 0) return;
          yield rows.map((stored) => toRow(table, stored));
        }
      } finally {
        // Fails with a transaction that has failed.
        await client.query('close moved').catch(() => {});
      }
    },
    async write(table, rows) {
      const values = table.columns.map(({ type }, index) => `v${index}::${types[type]}`);
      const arrays = table.columns.map((_, index) => `$${index + 1}::text[]`);
      const columns = table.columns.map((_, index) => `v${index}`);
      await client.query({
        name: `move into ${table.name}`,
        text: `insert into ${quoted(table.name)} (${columnsOf(table)})
          select ${values.join(', ')} from unnest(${arrays.join(', ')}) as moved (${columns.join(', ')})`,
        values: table.columns.map((_, index) => rows.map((row) => asText(row[index] ?? null))),
      });
    },
    async finish({ name }) {
      // Otherwise PostgreSQL would read it without its indexes until it notices how large it is.
      await client.query(`analyze ${quoted(name)}`);
    },
  };
}

const types = typesOf('postgres');

/** As PostgreSQL writes it. */
function asText(value: Value): string | null {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return value === null ? null : String(value);
}

/** `called`: what sentences call the address, such as the name of a variable. */
export function postgresPlace(url: string, called: string, dependencies: PlaceDependencies): DataPlace {
  /** Sentences of the store name the variable. */
  async function call<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (thrown) {
      const error = asStartProblem(thrown, url);
      if (!(error instanceof StartProblem)) throw error;
      throw new StartProblem(error.message.replaceAll('DATABASE_URL', called), { cause: error });
    }
  }
  const once = <Result>(work: (client: pg.Client) => Promise<Result>) =>
    call(async () => {
      const client = await openClient(databaseAt(url), 'lineup move-to');
      return work(client).finally(() => client.end());
    });
  return {
    name: nameOf(url),
    nextStep:
      'Set DATABASE_URL to this address and start the server, with the same SECRET_FILE. Back up PostgreSQL from now on, as with pg_dump.',
    moves: () =>
      once(async (client) => {
        const { left, arrival } = await loadMoves(client);
        return { left: left && { move: left, sentence: sentenceOf(left) }, arrived: arrival?.id ?? null };
      }),
    putInUse: () =>
      once(async (client) => {
        const { arrival } = await loadMoves(client);
        if (arrival) await saveArrival(client, { ...arrival, state: 'in use' });
      }),
    openStore: () => call(() => openPostgresStore(url)),
    openSource: () => call(() => openSource(url, dependencies)),
    openTarget: (move, from) => call(() => openTarget(url, move, from, dependencies)),
  };
}

/** Without the name and password of the person. */
function nameOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `postgres://${searchParams.get('host') ?? host}${pathname}`;
}

/** Moving takes as long as it takes. */
const begin = `
  begin isolation level repeatable read;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = '5s'`;
const waitForever = 'set local lock_timeout = 0';

const names = movedTables.map(({ name }) => name);
/** Those of an empty database have no rows. */
const filled = names.filter((name) => name !== 'meta');

async function openSource(url: string, { checkSecret }: PlaceDependencies): Promise<MoveSource> {
  const client = await openClient(databaseAt(url), 'lineup move-to');
  let close = () => client.end();
  try {
    const store = await openPostgresStore(url, { isAlone: true });
    close = () => Promise.all([client.end(), store.close()]).then(() => {});
    await checkSecret(store);
    await client.query(begin);
    // Commands may run beside, and write before or not at all.
    await client.query(`lock table ${quotedList(names)} in share row exclusive mode`);
    await client.query(waitForever);
    return {
      rows: postgresRows(client),
      epoch: await epochOf(client),
      interrupted: null,
      async leave(move) {
        await saveEpoch(client, nameEpoch(randomUUID(), move.at));
        await refuseChanges(client, names, move);
        await client.query('commit');
        return `The database ${nameOf(url)} is as it was, but accepts no changes. Drop it when you are sure that you don’t need it.`;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openTarget(
  url: string,
  move: Move,
  from: MoveSource,
  { keepFingerprint }: PlaceDependencies,
): Promise<MoveTarget> {
  const client = await openClient(databaseAt(url), 'lineup move-to');
  let close = () => client.end();
  try {
    const isInterrupted = await refuseOccupied(client, from);
    const store = await openPostgresStore(url, { isAlone: true, isTarget: true });
    close = () => Promise.all([client.end(), store.close()]).then(() => {});
    if (!isInterrupted) await refuseRows(client);
    await client.query(begin);
    // A transaction that fails leaves the tables as they were.
    await client.query(`truncate ${quotedList(filled)}`);
    await client.query(waitForever);
    await client.query(`delete from meta where key <> 'schema'`);
    return {
      rows: postgresRows(client),
      async complete() {
        await saveArrival(client, { id: move.id, from: from.epoch, state: 'complete' });
        await saveEpoch(client, from.epoch);
        await client.query('commit');
        // From now on, a server with another secret is refused.
        await keepFingerprint(store);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Whether an interrupted move from this source has filled the database. Throws a `StartProblem` for one that has been used for
 * something else.
 */
async function refuseOccupied(client: pg.Client, from: MoveSource): Promise<boolean> {
  const { left, arrival, hasMeta } = await loadMoves(client);
  if (left)
    throw new StartProblem(
      'The database of DATABASE_URL holds data that was moved away. Create an empty database.',
    );
  const others = 'select from pg_tables where schemaname = current_schema() limit 1';
  if (!hasMeta && (await client.query(others)).rowCount) {
    throw new StartProblem(
      'The database of DATABASE_URL holds tables of another program. Create an empty database.',
    );
  }
  if (arrival?.state !== 'complete') return false;
  if (arrival.from === from.epoch || arrival.id === from.interrupted) return true;
  throw new StartProblem(
    'The database of DATABASE_URL holds an unfinished move of other data. Create an empty database.',
  );
}

async function refuseRows(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    filled.map((name) => `(select from ${quoted(name)} limit 1)`).join(' union all '),
  );
  if (rowCount)
    throw new StartProblem('The database of DATABASE_URL holds data already. Create an empty database.');
}

async function saveArrival(client: pg.Client, arrival: Arrival): Promise<void> {
  await client.query(
    'insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [arrivalKey, JSON.stringify(arrival)],
  );
}
