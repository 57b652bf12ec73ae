import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { importFirebase } from '../../server/operate/commands/move.ts';
import { query } from '../stores/stored-data.ts';
import { isOnPostgres } from '../stores/test-store.ts';
import { pack } from './hosted-files.ts';
import { runCommand } from './run-command.ts';

/** Gives each test a folder for the files to import and a data folder, and runs imports with them. */
export function importFolder() {
  let folder = '';
  const dataDir = () => join(folder, 'data');
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lineup-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const rows = (sql: string, ...values: string[]) => query(dataDir(), sql, ...values);
  const tables = isOnPostgres
    ? "select tablename as name from pg_tables where schemaname = 'public' order by 1"
    : "select name from sqlite_master where type = 'table' order by name";

  return {
    get folder() {
      return folder;
    },
    get dataDir() {
      return dataDir();
    },
    /** Writes the files and returns the command's arguments. */
    pack: (files: Parameters<typeof pack>[1]) => pack(folder, files),
    move: (args: readonly string[], answer = '') => runCommand(importFirebase, args, dataDir(), { answer }),
    rows,
    /** Every row of every table. */
    async dump() {
      const all: unknown[] = [];
      for (const { name } of await rows(tables)) all.push([name, await rows(`select * from "${name}"`)]);
      return all;
    },
  };
}

/** The report's line about a kind, as numbers: imported, already here, skipped. */
export const counts = (stdout: string, kind: string): readonly number[] =>
  (new RegExp(`^${kind} +(\\d+) +(\\d+) +(\\d+)$`, 'm').exec(stdout) ?? []).slice(1).map(Number);

export const linesOf = (stdout: string): readonly string[] => stdout.split('\n').map((line) => line.trim());
