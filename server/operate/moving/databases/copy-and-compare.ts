import {
  isSameRow,
  type MovedTable,
  movedRows,
  type Row,
  type RowSource,
  type RowTarget,
} from '../../../database/moving/place.ts';
import { StartProblem } from '../../../start-problem.ts';

/** Told how many rows were just done. */
type OnRows = (count: number) => void;

export async function copyTable(
  source: RowSource,
  target: RowTarget,
  table: MovedTable,
  onRows: OnRows,
): Promise<void> {
  // The next rows are read while these are written.
  let writing: Promise<void> = Promise.resolve();
  for await (const rows of movedRows(source, table)) {
    await writing;
    if (rows.length === 0) continue;
    writing = target.write(table, rows).then(() => onRows(rows.length));
    writing.catch(() => {});
  }
  await writing;
  await target.finish(table);
}

/** Reads a table from both databases. Throws a `StartProblem` for the first row that isn't the same. */
export async function compareTable(
  source: RowSource,
  target: RowSource,
  table: MovedTable,
  onRows: OnRows,
): Promise<void> {
  const [expected, found] = [createReader(source, table), createReader(target, table)];
  try {
    for (;;) {
      const [one, other] = [await expected.rest(), await found.rest()];
      const count = Math.min(one.length, other.length);
      if (count === 0) {
        const [more] = one.length > 0 ? one : other;
        if (more) throw different(table, more, one.length > 0 ? 'is missing' : 'is new');
        return;
      }
      for (let index = 0; index < count; index++) {
        const row = one[index] as Row;
        if (!isSameRow(row, other[index] as Row)) throw different(table, row, 'is not the same');
      }
      expected.skip(count);
      found.skip(count);
      onRows(count);
    }
  } finally {
    await Promise.all([expected.close(), found.close()]);
  }
}

function createReader(source: RowSource, table: MovedTable) {
  const batches = movedRows(source, table)[Symbol.asyncIterator]();
  let rows: readonly Row[] = [];
  return {
    /** What was read and not skipped yet; empty at the end of the table. */
    async rest(): Promise<readonly Row[]> {
      while (rows.length === 0) {
        const next = await batches.next();
        if (next.done) break;
        rows = next.value;
      }
      return rows;
    },
    skip(count: number) {
      rows = rows.slice(count);
    },
    async close() {
      await batches.return?.();
    },
  };
}

/** Names documents; other keys may be secrets. */
function different({ name, columns }: MovedTable, row: Row, how: string): StartProblem {
  const valueIn = (column: string) => row[columns.findIndex((each) => each.name === column)];
  const document = valueIn('document_id') ?? (name === 'documents' ? valueIn('id') : undefined);
  const about = document === undefined ? '' : `, document ${document} of team ${valueIn('team_id')},`;
  return new StartProblem(
    `A row of the table “${name}”${about} ${how} after the move. Nothing was moved: the data is still where it was.`,
  );
}
