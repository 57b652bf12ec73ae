import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/** Text that each of two databases quotes in its own way. */
const awkward = 'NULL, "Zoë" \\ {it’s} ☕🥐\n\t';
export const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
const json: ReadonlySet<string> = new Set([
  'settings',
  'sealed',
  'terms',
  'roles',
  'problem',
  'reading',
  'details',
]);
const instant = '2026-11-21T17:05:00.250Z';

/**
 * Puts a row into each table of a database file that has none. It belongs to nothing else. Returns how many rows each table
 * has.
 */
export function fillEveryTable(file: string): ReadonlyMap<string, number> {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    const tables = database
      .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
      .all()
      .map(({ name }) => String(name));
    const countOf = (table: string) =>
      Number(database.prepare(`select count(*) as count from "${table}"`).get()?.count);
    const owner = database.prepare('select id from user').get()?.id;
    for (const table of tables.filter((each) => countOf(each) === 0)) {
      const columns = database.prepare(`select name, type from pragma_table_info('${table}')`).all();
      const values = columns.map(({ name, type }): SQLInputValue => {
        // The sign-in library's tables refer to people in both databases.
        if (name === 'userId') return owner as SQLInputValue;
        if (json.has(String(name))) return JSON.stringify({ awkward });
        return (
          { blob: bytes, date: instant, integer: 1, bigint: 1_795_000_000_000 }[String(type).toLowerCase()] ??
          awkward
        );
      });
      const places = columns.map(() => '?').join(', ');
      database.prepare(`insert into "${table}" values (${places})`).run(...values);
    }
    return new Map(tables.map((table) => [table, countOf(table)]));
  } finally {
    database.close();
  }
}
