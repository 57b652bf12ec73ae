import { openBetterAuth } from '../../accounts/better-auth.ts';
import type { Config } from '../../config.ts';
import {
  isSameRow,
  type Move,
  type MovedTable,
  type MoveSource,
  type MoveTarget,
  movedRows,
  type Place,
  type PlaceDependencies,
  pairTables,
  type Row,
  type RowSource,
  type RowTarget,
} from '../../database/moving/place.ts';
import { postgresPlace } from '../../database/moving/postgres-place.ts';
import { sqlitePlace } from '../../database/moving/sqlite-place.ts';
import { sqliteFile } from '../../database/open-store.ts';
import { newId } from '../../id.ts';
import { loadSecret, openSharedSecret, passingSecret } from '../../secret.ts';
import { StartProblem } from '../../start-problem.ts';

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

export interface MoveOptions {
  readonly from: Place;
  readonly to: Place;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly progress: (line: string) => void;
}

/** How often progress is shown, in milliseconds. */
const PROGRESS_INTERVAL = 3_000;

/**
 * Copies everything to another database, compares every row, and only then takes the old one out of use and puts the new one
 * in use: at no moment could servers use both. Returns lines for the operator. Rejects with a `StartProblem`.
 */
export async function moveData(options: MoveOptions): Promise<readonly string[]> {
  const { from, to, now } = options;
  const left = await from.left();
  if (left) {
    if ((await to.arrived()) !== left.move.id) throw new StartProblem(left.sentence);
    await to.putInUse();
    return [`The data is in ${to.name}. Nothing was left to do.`, to.nextStep];
  }
  const move: Move = { id: newId(), to: to.name, at: now() };
  const unfinished = `The move did not finish, and the data is still in ${from.name}. Run the command again.`;
  const source = await attempt(unfinished, from.openSource);
  try {
    const target = await attempt(unfinished, () => to.openTarget(move, source));
    try {
      const counts = await attempt(unfinished, async () => {
        const lines = await copyAll(source, target, options);
        await target.complete();
        return lines;
      });
      const almost = `Everything is in ${to.name}, but not in use yet. Run the command again to finish the move.`;
      const kept = await attempt(almost, () => source.leave(move));
      await attempt(almost, to.putInUse);
      return [...counts, `The data is in ${to.name} now. ${to.nextStep}`, kept];
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyAll(
  source: MoveSource,
  target: MoveTarget,
  { now, progress }: MoveOptions,
): Promise<readonly string[]> {
  const tables = await commonTables(source, target);
  const counts = new Map<string, number>();
  for (const table of tables) counts.set(table.name, await source.rows.count(table));
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const startedAt = now();

  const report = (what: string) => {
    let done = 0;
    let shownAt = now();
    const beganAt = now();
    return (count: number) => {
      done += count;
      if (now() - shownAt < PROGRESS_INTERVAL) return;
      shownAt = now();
      const speed = Math.round((done * 1_000) / (now() - beganAt));
      progress(`${what}: ${format(done)} of ${format(total)} rows, ${format(speed)} a second ...`);
    };
  };

  const onCopied = report('Copied');
  for (const table of tables) await copyTable(source.rows, target.rows, table, onCopied);
  const onCompared = report('Compared');
  for (const table of tables) await compareTable(source.rows, target.rows, table, onCompared);
  const countOf = (table: string) => format(counts.get(table) ?? 0);
  const seconds = Math.ceil((now() - startedAt) / 1_000);
  return [
    `Moved in ${seconds} s: ${countOf('documents')} documents with their history, ${countOf('user')} accounts, ${format(total)} rows in all.`,
    'Every row was read again from both databases and compared: all are the same.',
  ];
}

const format = (count: number): string => count.toLocaleString('en-US');

async function commonTables(source: MoveSource, target: MoveTarget): Promise<readonly MovedTable[]> {
  return pairTables(await source.rows.tables(), await target.rows.tables()).common;
}

/** Rejects with a `StartProblem` that begins with a sentence. */
async function attempt<Result>(sentence: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartProblem(`${sentence} ${reason.replace(/\.?$/, '.')}`, { cause: error });
  }
}

export function createPlaces({ dataDir, secretFile }: Pick<Config, 'dataDir' | 'secretFile'>) {
  const dependencies: PlaceDependencies = {
    async makeAccountTables(store) {
      const keys = passingSecret().keysFor('sign-in');
      await openBetterAuth({ store, keys, publicUrl: null, logError: () => {} });
    },
    async checkSecret(store) {
      await openSharedSecret(secretFile, store);
    },
    async keepFingerprint(store) {
      if (await loadSecret(secretFile)) await openSharedSecret(secretFile, store);
    },
  };
  return {
    inFile: sqlitePlace(sqliteFile({ dataDir }), dependencies),
    inPostgres: (url: string, called: string): Place => postgresPlace({ url, called }, dependencies),
  };
}
