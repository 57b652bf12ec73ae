import type pg from 'pg';
import { StartProblem } from '../../start-problem.ts';
import {
  type ColumnKind,
  type MovedTable,
  quoted,
  type RowTarget,
  sizeOf,
  tablesNotMoved,
  toRow,
  type Value,
} from './moved-tables.ts';

const MOST_ROWS = 2_000;
const FIRST_ROWS = 20;
/** About so many bytes are in memory at a time. */
const MOST_BYTES = 1_000_000;

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
  /** The column's place in the primary key; null if it isn't in it. */
  readonly place: number | null;
}

/** The tables of the connection's schema that are moved, each after those that it refers to. */
export async function listTables(client: pg.Client): Promise<readonly MovedTable[]> {
  const { rows } = await client.query<ColumnRow>(`
    select t.relname as "table", c.attname as name, format_type(c.atttypid, null) as type,
      array_position(k.indkey::int2[], c.attnum) as place
    from pg_class t
      join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
      left join pg_index k on k.indrelid = t.oid and k.indisprimary
    where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace
    order by t.relname, c.attnum`);
  const references = await client.query<{ from: string; to: string }>(`
    select f.relname as "from", t.relname as "to"
    from pg_constraint r join pg_class f on f.oid = r.conrelid join pg_class t on t.oid = r.confrelid
    where r.contype = 'f' and r.conrelid <> r.confrelid and r.connamespace = current_schema()::regnamespace`);
  const moved = rows.filter(({ table }) => !tablesNotMoved.has(table));
  const tables = [...Map.groupBy(moved, ({ table }) => table)].map(([name, columns]) => ({
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

/** Rows in a transaction that is open on the connection. */
export function postgresRows(client: pg.Client): RowTarget {
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
        for (let count = FIRST_ROWS; ; ) {
          const { rows } = await client.query<unknown[]>({
            text: `fetch ${count} from moved`,
            rowMode: 'array',
          });
          if (rows.length === 0) return;
          const batch = rows.map((stored) => toRow(table, stored));
          yield batch;
          const bytes = batch.reduce((sum, row) => sum + sizeOf(row), 0);
          const fitting = Math.floor((rows.length * MOST_BYTES) / bytes);
          count = Math.max(1, Math.min(MOST_ROWS, fitting, count * 10));
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
