import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type pg from 'pg';
import { makeWritableFolder } from '../../private-files.ts';
import { StartProblem } from '../../start-problem.ts';
import { codeOf } from './postgres-errors.ts';

/** A PostgreSQL server that accepts changes, and of what it holds. */
interface KnownServer {
  /** The number that a server has in common with its copies. */
  readonly system: string;
  /** Sorts like PostgreSQL's timelines: a copy that takes over begins the next one. */
  readonly timeline: string;
  /** The id of the history, as it is stored; null before there are tables. */
  readonly epoch: string | null;
}

/**
 * The newest timeline that this machine has seen. A server with an older one was replaced: changes that it accepts are in no
 * other server.
 */
export interface NewestTimeline {
  /**
   * Remembers the server of a connection, on the disk, before it is used. Rejects for a copy, and with a `StartProblem` for a
   * server that was replaced, unless it holds another history, as after a restore.
   */
  check(client: Pg): Promise<void>;
  /** Calls the listener when a server has replaced another one: what is connected to the old one must not be used. */
  onReplaced(listener: () => void): () => void;
}

type Pg = Pick<pg.Client, 'query'>;

interface NewestTimelineOptions {
  /** Where it is remembered after the end of the process. */
  readonly file?: string | undefined;
  /** Told if it can't be written there. */
  readonly warn?: ((sentence: string) => void) | undefined;
}

/** Throws a `StartProblem` if the file is there and can't be read. */
export function openNewestTimeline({ file, warn = () => {} }: NewestTimelineOptions = {}): NewestTimeline {
  let newest = file === undefined ? null : read(file);
  const listeners = new Set<() => void>();

  async function look(client: Pg): Promise<Omit<KnownServer, 'epoch'>> {
    const { rows } = await client.query<{ timeline: string | null }>(`
      select case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline
    `);
    const timeline = rows[0]?.timeline ?? null;
    // What it lacks still, pages have seen already.
    if (timeline === null) throw Object.assign(new Error('This is a copy.'), { code: readOnly });
    const system = await systemOf(client);
    const wasReplaced = newest?.system === system && timeline < newest.timeline;
    if (wasReplaced && (await epochIn(client)) === newest?.epoch) throw new StartProblem(replacedSentence);
    return { system, timeline };
  }

  function save(path: string, seen: KnownServer): void {
    try {
      write(path, seen);
    } catch (error) {
      warn(
        `${path} can’t be written, which says which PostgreSQL server was used last: ${messageOf(error)}.`,
      );
    }
  }

  function remember(seen: KnownServer): void {
    const hasReplaced = newest?.system === seen.system && seen.timeline > newest.timeline;
    newest = seen;
    if (file !== undefined) save(file, seen);
    if (hasReplaced) for (const listener of listeners) listener();
  }

  return {
    async check(client) {
      const found = await look(client);
      const isSame = newest?.system === found.system && newest.timeline === found.timeline;
      if (isSame && newest?.epoch !== null) return;
      const epoch = await epochIn(client);
      if (!isSame || epoch !== null) remember({ ...found, epoch });
    },

    onReplaced(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** PostgreSQL's code of a server that accepts no changes. */
const readOnly = '25006';

const replacedSentence =
  'The server of DATABASE_URL was replaced by another one, which this machine has used since. Changes made here would be lost. If you restored the database, run “npm run lineup -- new-epoch”.';

/** Empty where an administrator allows nobody to know it. */
async function systemOf(client: Pg): Promise<string> {
  try {
    const { rows } = await client.query<{ system: string }>(
      'select system_identifier::text as system from pg_control_system()',
    );
    return rows[0]?.system ?? '';
  } catch (error) {
    if (codeOf(error) === '42501') return '';
    throw error;
  }
}

async function epochIn(client: Pg): Promise<string | null> {
  try {
    const { rows } = await client.query<{ value: string }>("select value from meta where key = 'epoch'");
    return rows[0]?.value ?? null;
  } catch (error) {
    if (codeOf(error) === '42P01') return null;
    throw error;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function read(file: string): KnownServer | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KnownServer;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new StartProblem(
      `${file} can’t be read, which says which PostgreSQL server was used last: ${messageOf(error)}.`,
      { cause: error },
    );
  }
}

/** On the disk when it returns, and never half. */
function write(file: string, seen: KnownServer): void {
  // Not before a server answered: a start that fails leaves nothing behind.
  makeWritableFolder(dirname(file));
  const draft = `${file}.part`;
  writeFileSync(draft, `${JSON.stringify(seen)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
