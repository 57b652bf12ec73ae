import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type MovedTable, quoted, type Row, type RowTarget, sizeOf, toRow } from './moved-tables.ts';

const MOST_ROWS = 2_000;
/** About so many bytes are in memory at a time. */
const MOST_BYTES = 1_000_000;

export function sqliteRows(database: DatabaseSync): RowTarget {
  const names = ({ columns }: MovedTable) => columns.map(({ name }) => quoted(name)).join(', ');
  return {
    async tables() {
      const rows = database
        .prepare(
          `select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
          where m.type = 'table' and m.name not like 'sqlite_%'`,
        )
        .all();
      return [...Map.groupBy(rows, ({ table }) => String(table))].map(([name, columns]) => ({
        name,
        columns: columns.map(({ column }) => String(column)),
      }));
    },
    async count({ name }) {
      return Number(database.prepare(`select count(*) as count from ${quoted(name)}`).get()?.count);
    },
    async *read(table) {
      const key = table.key.map(quoted).join(', ');
      const all = database.prepare(`select ${names(table)} from ${quoted(table.name)} order by ${key}`);
      all.setReturnArrays(true);
      let rows: Row[] = [];
      let bytes = 0;
      for (const stored of all.iterate()) {
        const row = toRow(table, stored as unknown as readonly unknown[]);
        rows.push(row);
        bytes += sizeOf(row);
        if (rows.length < MOST_ROWS && bytes < MOST_BYTES) continue;
        yield rows;
        rows = [];
        bytes = 0;
      }
      yield rows;
    },
    async write(table, rows) {
      const places = table.columns.map(() => '?').join(', ');
      const insert = database.prepare(
        `insert into ${quoted(table.name)} (${names(table)}) values (${places})`,
      );
      for (const row of rows) insert.run(...(row as SQLInputValue[]));
    },
    async finish() {},
  };
}
