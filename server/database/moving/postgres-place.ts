import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { nameEpoch } from '../../../contract/live.ts';
import { StartProblem } from '../../start-problem.ts';
import { databaseAt, openClient } from '../postgres/connection.ts';
import { openPostgresStore } from '../postgres/postgres.ts';
import { asStartProblem } from '../postgres/postgres-errors.ts';
import { epochOf, loadMoves, refuseChanges, saveEpoch, sentenceOf } from '../postgres/start-checks.ts';
import {
  type Arrival,
  arrivalKey,
  type ColumnKind,
  type Move,
  type MovedTable,
  type MoveSource,
  type MoveTarget,
  type Place,
  type PlaceDependencies,
  quoted,
  type RowTarget,
  rowsTogether,
  toRow,
  type Value,
} from './place.ts';

const kinds: Readonly<Record<string, ColumnKind>> = {
  text: 'text',
  integer: 'number',
  bigint: 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'instant',
  bytea: 'bytes',
};

interface ColumnRow {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly place: number | null;
}

/** The tables of the connection's schema that are logged, each after those that it refers to. */
export async function listTables(client: pg.Client): Promise<readonly MovedTable[]> {
  const { rows } = await client.query<ColumnRow>(`
    select t.relname as "table", c.attname as name, format_type(c.atttypid, null) as type,
      array_position(k.indkey::int2[], c.attnum) as place
    from pg_class t
      join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
      left join pg_index k on k.indrelid = t.oid and k.indisprimary
    where t.relkind = 'r' and t.relpersistence = 'p' and t.relnamespace = current_schema()::regnamespace
    order by t.relname, c.attnum`);
  const references = await client.query<{ from: string; to: string }>(`
    select f.relname as "from", t.relname as "to"
    from pg_constraint r join pg_class f on f.oid = r.conrelid join pg_class t on t.oid = r.confrelid
    where r.contype = 'f' and r.conrelid <> r.confrelid and r.connamespace = current_schema()::regnamespace`);
  const tables = [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns: columns.map((column) => ({ name: column.name, kind: kindOf(column) })),
    key: columns
      .filter(({ place }) => place !== null)
      .sort((one, other) => Number(one.place) - Number(other.place))
      .map((column) => column.name),
  }));
  const sorted: MovedTable[] = [];
  const isReady = ({ name }: MovedTable) =>
    references.rows.every(({ from, to }) => from !== name || sorted.some((each) => each.name === to));
  while (sorted.length < tables.length) {
    const ready = tables.filter((table) => !sorted.includes(table) && isReady(table));
    if (ready.length === 0) throw new Error('Tables refer to each other.');
    sorted.push(...ready);
  }
  return sorted;
}

function kindOf({ table, name, type }: ColumnRow): ColumnKind {
  const kind = kinds[type];
  if (kind) return kind;
  throw new StartProblem(
    `The column ${name} of the table ${table} has the type ${type}, which Lineup doesn’t use. Move other programs’ tables to another schema.`,
  );
}

function postgresRows(client: pg.Client): RowTarget {
  const names = ({ columns }: MovedTable) => columns.map(({ name }) => quoted(name)).join(', ');
  return {
    tables: () => listTables(client),
    async count({ name }) {
      const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${quoted(name)}`);
      return rows[0]?.count ?? 0;
    },
    async *read(table) {
      // Byte by byte, as SQLite sorts. The index can be used where the column is sorted so as well.
      const key = table.key.map((name) => {
        const isText = table.columns.some((column) => column.name === name && column.kind === 'text');
        return isText ? `${quoted(name)} collate "C"` : quoted(name);
      });
      await client.query(
        `declare moved no scroll cursor for select ${names(table)} from ${quoted(table.name)} order by ${key.join(', ')}`,
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
      const types = table.columns.map(({ kind }) => typeOf[kind]);
      const values = table.columns.map((_, index) => `v${index}::${types[index]}`);
      const arrays = table.columns.map((_, index) => `$${index + 1}::text[]`);
      const columns = table.columns.map((_, index) => `v${index}`);
      await client.query({
        name: `move into ${table.name}`,
        text: `insert into ${quoted(table.name)} (${names(table)})
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

const typeOf: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  number: 'bigint',
  boolean: 'boolean',
  instant: 'timestamptz',
  bytes: 'bytea',
};

/** As PostgreSQL writes it. */
function asText(value: Value): string | null {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return value === null ? null : String(value);
}

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
      const client = await openClient(databaseAt(url), 'lineup move-to');
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
        return arrival?.id ?? null;
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

async function openSource(url: string, { checkSecret }: PlaceDependencies): Promise<MoveSource> {
  const client = await openClient(databaseAt(url), 'lineup move-to');
  let close = () => client.end();
  try {
    const store = await openPostgresStore(url, { isAlone: true });
    close = () => Promise.all([client.end(), store.close()]).then(() => {});
    await checkSecret(store);
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
  { keepFingerprint }: PlaceDependencies,
): Promise<MoveTarget> {
  const client = await openClient(databaseAt(url), 'lineup move-to');
  let close = () => client.end();
  try {
    const isInterrupted = await refuseOccupied(client, from);
    const store = await openPostgresStore(url, { isAlone: true, isTarget: true });
    close = () => Promise.all([client.end(), store.close()]).then(() => {});
    const tables = await listTables(client);
    if (!isInterrupted) await refuseRows(client, tables);
    await client.query(begin);
    // A transaction that fails leaves the tables as they were.
    const names = tables.map(({ name }) => name).filter((name) => name !== 'meta');
    await client.query(`truncate ${names.map(quoted).join(', ')}`);
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
  if (!hasMeta && (await listNames(client)).length > 0) {
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
