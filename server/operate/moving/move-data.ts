import { createHash } from 'node:crypto';
import type { Config } from '../../config.ts';
import {
  type DataPlace,
  type Move,
  type MoveSource,
  type MoveTarget,
  movedRows,
  type PlaceDependencies,
  type RowSource,
} from '../../database/moving/place.ts';
import { postgresPlace } from '../../database/moving/postgres-place.ts';
import { sqlitePlace } from '../../database/moving/sqlite-place.ts';
import { sqliteFile } from '../../database/open-store.ts';
import { type MovedTable, movedTables } from '../../database/tables.ts';
import { newId } from '../../id.ts';
import { loadSecret, openSharedSecret } from '../../secret.ts';
import { StartProblem } from '../../start-problem.ts';
import { everyFewSeconds } from '../commands/command.ts';

/** Of all rows of a table, in the order of their keys. */
async function digestOf(
  source: RowSource,
  table: MovedTable,
  onRows: (count: number) => void = () => {},
): Promise<string> {
  const digest = createHash('sha256');
  for await (const rows of movedRows(source, table)) {
    for (const row of rows) {
      const texts = row.map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
      );
      digest.update(JSON.stringify(texts));
    }
    onRows(rows.length);
  }
  return digest.digest('hex');
}

export interface MoveOptions {
  readonly from: DataPlace;
  readonly to: DataPlace;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly progress: (line: string) => void;
}

/**
 * Copies everything to another database, compares every row, and only then takes the old one out of use and puts the new one
 * in use: at no moment could servers use both. Returns lines for the operator. Rejects with a `StartProblem`.
 */
export async function moveData(options: MoveOptions): Promise<readonly string[]> {
  const { from, to, now } = options;
  const { left } = await from.moves();
  if (left) {
    if ((await to.moves()).arrived !== left.move.id) throw new StartProblem(left.sentence);
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
  const counts = new Map<string, number>();
  for (const table of movedTables) counts.set(table.name, await source.rows.count(table));
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const startedAt = now();

  const report = (what: string) => {
    let done = 0;
    const beganAt = now();
    const show = everyFewSeconds({ now, progress });
    return (count: number) => {
      done += count;
      show(() => {
        const speed = Math.round((done * 1_000) / (now() - beganAt));
        return `${what}: ${format(done)} of ${format(total)} rows, ${format(speed)} a second ...`;
      });
    };
  };

  const onCopied = report('Copied');
  for (const table of movedTables) {
    for await (const rows of movedRows(source.rows, table)) {
      await target.rows.write(table, rows);
      onCopied(rows.length);
    }
    await target.rows.finish(table);
  }
  const onCompared = report('Compared');
  for (const table of movedTables) {
    const digests = [digestOf(source.rows, table, onCompared), digestOf(target.rows, table)];
    const [expected, found] = await Promise.all(digests);
    if (expected === found) continue;
    throw new StartProblem(
      `The table “${table.name}” is not the same after the move. Nothing was moved: the data is still where it was.`,
    );
  }
  const countOf = (table: string) => format(counts.get(table) ?? 0);
  const seconds = Math.ceil((now() - startedAt) / 1_000);
  return [
    `Moved in ${seconds} s: ${countOf('documents')} documents with their history, ${countOf('user')} accounts, ${format(total)} rows in all.`,
    'Every row was read again from both databases and compared: all are the same.',
  ];
}

const format = (count: number): string => count.toLocaleString('en-US');

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
    async checkSecret(store) {
      await openSharedSecret(secretFile, store);
    },
    async keepFingerprint(store) {
      if (await loadSecret(secretFile)) await openSharedSecret(secretFile, store);
    },
  };
  return {
    inFile: sqlitePlace(sqliteFile({ dataDir })),
    inPostgres: (url: string, called: string): DataPlace => postgresPlace(url, called, dependencies),
  };
}
