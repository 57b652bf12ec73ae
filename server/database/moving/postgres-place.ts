import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { nameEpoch } from '../../../contract/live.ts';
import { addressesOf } from '../../config.ts';
import { StartProblem } from '../../start-problem.ts';
import { createClient, databaseAt } from '../postgres/connection.ts';
import { epochOf, saveEpoch } from '../postgres/epoch.ts';
import { openPostgresStore } from '../postgres/postgres.ts';
import { asStartProblem } from '../postgres/postgres-errors.ts';
import { loadMoves, refuseChanges, sentenceOf } from '../postgres/whole-database.ts';
import { type Arrival, arrivalKey, type Move } from './move.ts';
import { type MovedTable, quoted } from './moved-tables.ts';
import type { MoveSource, MoveTarget, Place, PlaceDependencies } from './place.ts';
import { listTables, postgresRows } from './postgres-rows.ts';

interface PostgresPlace {
  readonly url: string;
  /** What sentences call the address: the name of a variable, or 'the address'. */
  readonly called: string;
}

export function postgresPlace({ url, called }: PostgresPlace, dependencies: PlaceDependencies): Place {
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
      const client = await connect(url);
      return work(client).finally(() => client.end());
    });
  return {
    name: nameOf(url),
    nextStep:
      'Set DATABASE_URL to this address and start the server, with the same SECRET_FILE. Back up PostgreSQL from now on, as with pg_dump.',
    left: () =>
      once(async (client) => {
        const { left } = await loadMoves(client);
        return left && { move: left, sentence: sentenceOf(left) };
      }),
    arrived: () =>
      once(async (client) => {
        const { arrival } = await loadMoves(client);
        return arrival && arrival.state !== 'copying' ? arrival.id : null;
      }),
    putInUse: () =>
      once(async (client) => {
        const { arrival } = await loadMoves(client);
        if (arrival) await saveArrival(client, { ...arrival, state: 'in use' });
      }),
    openStore: () => call(() => openPostgresStore(url)),
    openSource: () => call(() => openSource(url, dependencies)),
    openTarget: (move, from) => call(() => openTarget({ url, move, from }, dependencies)),
  };
}

/** Without the name and password of the person. */
function nameOf(url: string): string {
  const addresses = addressesOf(url).map((address) => new URL(address));
  const hosts = addresses.map(({ host, searchParams }) => searchParams.get('host') ?? host);
  return `postgres://${hosts.join(',')}${addresses[0]?.pathname}`;
}

async function connect(url: string): Promise<pg.Client> {
  const client = createClient(databaseAt(url), 'lineup move-to');
  // The next statement fails.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Moving takes as long as it takes. */
const begin = `
  begin isolation level repeatable read;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = '5s'`;
const waitForever = 'set local lock_timeout = 0';

async function openSource(
  url: string,
  { makeAccountTables, checkSecret }: PlaceDependencies,
): Promise<MoveSource> {
  const client = await connect(url);
  let close = () => client.end();
  try {
    const store = await openPostgresStore(url, { isAlone: true });
    close = () => Promise.all([client.end(), store.close()]).then(() => {});
    await checkSecret(store);
    await makeAccountTables(store);
    const tables = (await listTables(client)).map(({ name }) => name);
    await client.query(begin);
    // Commands may run beside, and write before or not at all.
    await client.query(`lock table ${tables.map(quoted).join(', ')} in share row exclusive mode`);
    await client.query(waitForever);
    return {
      rows: postgresRows(client),
      epoch: await epochOf(client),
      interrupted: null,
      async leave(move) {
        await saveEpoch(client, nameEpoch(randomUUID(), move.at));
        await refuseChanges(client, tables, move);
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

interface DatabaseTarget {
  readonly url: string;
  readonly move: Move;
  readonly from: MoveSource;
}

async function openTarget(
  { url, move, from }: DatabaseTarget,
  { makeAccountTables, keepFingerprint }: PlaceDependencies,
): Promise<MoveTarget> {
  const client = await connect(url);
  let close = () => client.end();
  try {
    const hasTables = await refuseOccupied(client, from);
    const arriving = { id: move.id, from: from.epoch };
    const store = await openPostgresStore(url, {
      isAlone: true,
      async markPartial(db) {
        if (!hasTables) await makeMarked(db, { ...arriving, state: 'copying' });
      },
    });
    close = () => Promise.all([client.end(), store.close()]).then(() => {});
    await makeAccountTables(store);
    const tables = await listTables(client);
    const { arrival } = await loadMoves(client);
    if (arrival === null || arrival.state === 'in use') await refuseRows(client, tables);
    await saveArrival(client, { ...arriving, state: 'copying' });
    await client.query(begin);
    // A transaction that fails leaves the tables empty and gives their space back.
    const names = tables.map(({ name }) => name).filter((name) => name !== 'meta');
    await client.query(`truncate ${names.map(quoted).join(', ')}`);
    await client.query(waitForever);
    await client.query('delete from meta where key not in ($1, $2)', ['schema', arrivalKey]);
    return {
      rows: postgresRows(client),
      async complete() {
        await saveArrival(client, { ...arriving, state: 'complete' });
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

/** Whether Lineup's tables are there. Throws a `StartProblem` for a database that has been used for something else. */
async function refuseOccupied(client: pg.Client, from: MoveSource): Promise<boolean> {
  const { left, arrival, hasMeta } = await loadMoves(client);
  if (left)
    throw new StartProblem(
      'The database of DATABASE_URL holds data that was moved away. Create an empty database.',
    );
  if (!hasMeta && (await listNames(client)).length > 0) {
    throw new StartProblem(
      'The database of DATABASE_URL holds tables of another program. Create an empty database.',
    );
  }
  const isOther = arrival && arrival.from !== from.epoch && arrival.id !== from.interrupted;
  if (isOther && arrival.state !== 'in use') {
    throw new StartProblem(
      'The database of DATABASE_URL holds an unfinished move of other data. Create an empty database.',
    );
  }
  return hasMeta;
}

/** Makes the first table, as `migrate` does, with the mark in it, in one step. */
async function makeMarked(db: Pick<pg.Pool, 'query'>, arrival: Arrival): Promise<void> {
  await db.query(`do $$ begin
    create table meta (key text primary key, value text not null);
    insert into meta values (${pg.escapeLiteral(arrivalKey)}, ${pg.escapeLiteral(JSON.stringify(arrival))});
  end $$`);
}

async function listNames(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema()',
  );
  return rows.map(({ name }) => name);
}

async function refuseRows(client: pg.Client, tables: readonly MovedTable[]): Promise<void> {
  for (const { name } of tables.filter((each) => each.name !== 'meta')) {
    const { rows } = await client.query<{ has_rows: boolean }>(
      `select exists (select from ${quoted(name)}) as has_rows`,
    );
    if (rows[0]?.has_rows) {
      throw new StartProblem('The database of DATABASE_URL holds data already. Create an empty database.');
    }
  }
}

async function saveArrival(client: pg.Client, arrival: Arrival): Promise<void> {
  await client.query(
    'insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [arrivalKey, JSON.stringify(arrival)],
  );
}
