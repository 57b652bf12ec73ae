import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSame } from '../../domain/change/same.ts';
import type { DocumentCommit } from '../../server/database/document-store.ts';
import { checkDatabase } from '../../server/database/sqlite/check-database.ts';
import { openSqliteStore } from '../../server/database/sqlite/sqlite.ts';
import { buildTemplate } from '../builders.ts';
import { createTeam, rename } from '../stores/team-fixture.ts';

const LOG_HEADER = 32;
const FRAME_HEADER = 24;

export interface CutReport {
  readonly frames: number;
  readonly cuts: number;
  /** Sentences; empty if every cut opened at an exact commit. */
  readonly faults: readonly string[];
}

/** What the database held after a commit, and how long its log was. */
interface State {
  readonly bytes: number;
  readonly versions: unknown;
}

/**
 * Fills a write-ahead log with commits of one and several documents, then cuts it at the last so many frames, and within
 * them: as a power failure does before the disk has written all. The rest of a frame is missing, zeros, or old bytes.
 */
export async function cutLogs({ commits, last }: { commits: number; last: number }): Promise<CutReport> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-cuts-'));
  try {
    const { file, states, pageSize } = await fillLog(folder, commits);
    const log = readFileSync(`${file}-wal`);
    const frameSize = FRAME_HEADER + pageSize;
    const frames = (log.length - LOG_HEADER) / frameSize;
    const faults: string[] = [];
    let cuts = 0;
    for (let frame = Math.max(0, frames - last); frame < frames; frame += 1) {
      const start = LOG_HEADER + frame * frameSize;
      const lengths = [
        start,
        start + 7,
        start + FRAME_HEADER,
        start + FRAME_HEADER + pageSize / 2,
        start + frameSize - 1,
      ];
      for (const [index, length] of lengths.entries()) {
        cuts += 1;
        const cut = tail(log, length, start + frameSize, index);
        const fault = openCut(folder, file, cut, stateBefore(states, length));
        if (fault !== null) faults.push(`Cut at byte ${length} (frame ${frame}): ${fault}`);
      }
    }
    return { frames, cuts, faults };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A disk that was writing a frame may have left its old content after the cut, or zeros. */
function tail(log: Buffer, length: number, end: number, kind: number): Buffer {
  const kept = log.subarray(0, length);
  if (kind % 3 === 0) return kept;
  return Buffer.concat([kept, Buffer.alloc(end - length, kind % 3 === 1 ? 0 : 0x5a)]);
}

async function fillLog(folder: string, commits: number) {
  const made = join(folder, 'made.db');
  const file = join(folder, 'lineup.db');
  const store = await openSqliteStore(made);
  const observer = new DatabaseSync(made);
  const states: State[] = [];
  const note = () => {
    states.push({ bytes: readFileSync(`${made}-wal`).length, versions: versionsIn(observer) });
  };
  note();
  for (let number = 0; number < commits; number += 1) {
    await store.documents.commit(commitOf(number));
    note();
  }
  const pageSize = Number(observer.prepare('pragma page_size').get()?.page_size);
  // Nobody writes now, so both files belong together.
  for (const suffix of ['', '-wal']) cpSync(made + suffix, file + suffix);
  observer.close();
  await store.close();
  return { file, states, pageSize };
}

/** Every third commit is of two documents, and longer: the notes take several pages. */
function commitOf(number: number): DocumentCommit[] {
  const first: DocumentCommit = number === 0 ? createTeam : rename(number);
  if (number % 3 !== 0) return [first];
  const template = buildTemplate({ notes: [{ insert: `${'clean the fryer '.repeat(600)}\n` }] });
  const change = { type: 'template.create', template } as const;
  const changes = [{ version: 1, id: 'create', by: null, at: 1, change }];
  return [first, { ...createTeam, kind: 'template', document: `template-${number}`, changes }];
}

const versionsIn = (database: DatabaseSync): unknown => [
  database.prepare('select id, version from documents order by id').all(),
  database.prepare('select document_id, version, id, change from changes order by 1, 2').all(),
  database.prepare('select document_id, version, body from snapshots order by 1').all(),
];

const stateBefore = (states: readonly State[], length: number): State | undefined =>
  states.findLast(({ bytes }) => bytes <= length) ?? states[0];

/** Null if the database opens at exactly that commit. */
function openCut(folder: string, file: string, log: Buffer, expected: State | undefined): string | null {
  const cut = join(folder, 'cut.db');
  rmSync(`${cut}-shm`, { force: true });
  cpSync(file, cut);
  writeFileSync(`${cut}-wal`, log);
  const database = new DatabaseSync(cut);
  const found = versionsIn(database);
  const { integrity_check: integrity } = database.prepare('pragma integrity_check').get() ?? {};
  database.close();
  if (integrity !== 'ok') return `the file is damaged: ${integrity}`;
  if (!isSame(found, expected?.versions))
    return 'it opens at another state than that of the last whole commit.';
  const [problem] = checkDatabase(cut).documentProblems;
  return problem ?? null;
}
