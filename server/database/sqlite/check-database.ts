import type { DatabaseSync } from 'node:sqlite';
import { apply } from '../../../domain/change/apply.ts';
import type { DocumentBody } from '../../../domain/change/change.ts';
import { isSame } from '../../../domain/change/same.ts';
import { StartProblem } from '../../start-problem.ts';
import { refuseUnknownSchema } from '../migrate.ts';
import { decodePack, type Pack } from '../pack-format.ts';
import type { StoredConnection } from '../store.ts';
import { asStartProblem } from './sqlite.ts';
import { openExisting } from './sqlite-file.ts';

export interface CheckReport {
  /** What is wrong with the file itself: sentences. */
  readonly damage: readonly string[];
  /** What is wrong with single documents: sentences. */
  readonly documentProblems: readonly string[];
  readonly documents: number;
  readonly changes: number;
  /** Values that only the right secret decrypts. */
  readonly connections: readonly Pick<StoredConnection, 'team' | 'provider' | 'sealed'>[];
  readonly authenticators: readonly string[];
}

/** Changes nothing, also while a server writes. Throws a `StartProblem` if the file can't be read at all. */
export function checkDatabase(file: string): CheckReport {
  let database: DatabaseSync | undefined;
  try {
    database = openExisting(file, { readOnly: true });
    database.exec('pragma busy_timeout = 5000; begin');
    const damage = findDamage(database, file);
    return { damage, ...checkDocuments(database), ...encryptedValues(database) };
  } catch (error) {
    throw asStartProblem(error, file);
  } finally {
    database?.close();
  }
}

function findDamage(database: DatabaseSync, file: string): string[] {
  const schema = Number(database.prepare(`select value from meta where key = 'schema'`).get()?.value);
  if (!(schema > 0)) throw new StartProblem(`The file ${file} is not a Lineup database.`);
  refuseUnknownSchema(schema);
  const integrity = database
    .prepare('pragma integrity_check(20)')
    .all()
    .map((row) => String(row.integrity_check))
    .filter((line) => line !== 'ok');
  const orphans = database
    .prepare('select "table", parent, count(*) as count from pragma_foreign_key_check group by 1, 2')
    .all()
    .map(
      ({ table, parent, count }) => `${count} rows of ${table} belong to rows of ${parent} that are missing.`,
    );
  return [...integrity, ...orphans];
}

function checkDocuments(
  database: DatabaseSync,
): Pick<CheckReport, 'documentProblems' | 'documents' | 'changes'> {
  const documents = database.prepare(`
    select d.team_id, d.id, d.version, s.version as snapshot, s.body
    from documents d left join snapshots s on s.team_id = d.team_id and s.document_id = d.id
    order by d.team_id, d.id`);
  const history = historyOf(database);
  const documentProblems: string[] = [];
  let count = 0;
  let changes = 0;
  for (const row of documents.iterate()) {
    const { team_id, id, version, snapshot, body } = row as unknown as DocumentRow;
    const found = history(team_id, id);
    count += 1;
    changes += found?.versions.length ?? 0;
    const copy = body === null ? (found?.packed ?? null) : { version: snapshot, body };
    const problem = found ? checkDocument(found.versions, version, copy) : 'packed changes can’t be read.';
    if (problem !== null) documentProblems.push(`Document ${id} of team ${team_id}: ${problem}`);
  }
  return { documentProblems, documents: count, changes };
}

interface DocumentRow {
  team_id: string;
  id: string;
  version: number;
  snapshot: number;
  body: string | null;
}

interface VersionRow {
  version: number;
  change: string;
}

interface History {
  readonly versions: readonly VersionRow[];
  /** The document in its last pack. */
  readonly packed: { readonly version: number; readonly body: string } | null;
}

/** Returns a function that reads all changes of a document; null if packed ones can't be read. */
function historyOf(database: DatabaseSync): (team: string, document: string) => History | null {
  const rows = database.prepare(
    'select version, change from changes where team_id = ? and document_id = ? order by version',
  );
  const packs = hasTable(database, 'packs')
    ? database.prepare(`
        select from_version, to_version, ids, contents from packs
        where team_id = ? and document_id = ? order by from_version`)
    : null;
  return (team, document) => {
    const found = packs?.all(team, document) as unknown as Pick<
      Pack,
      'from_version' | 'to_version' | 'ids' | 'contents'
    >[];
    const versions: VersionRow[] = [];
    let packed: History['packed'] = null;
    try {
      for (const pack of found ?? []) {
        const { changes, body } = decodePack(pack);
        packed = body && { version: pack.to_version, body: JSON.stringify(body) };
        if (changes.length !== pack.to_version - pack.from_version + 1) return null;
        for (const { version, change } of changes) {
          versions.push({ version, change: change === null ? '' : JSON.stringify(change) });
        }
      }
    } catch {
      return null;
    }
    versions.push(...(rows.all(team, document) as unknown as VersionRow[]));
    return { versions, packed };
  };
}

/** Null if the document is what its history makes. */
function checkDocument(
  versions: readonly VersionRow[],
  last: number,
  snapshot: { readonly version: number; readonly body: string } | null,
): string | null {
  let body: DocumentBody | null = null;
  /** False after a change whose content was removed, until the snapshot. */
  let isKnown = true;
  try {
    const stored = snapshot && (JSON.parse(snapshot.body) as DocumentBody);
    for (const [index, { version, change }] of versions.entries()) {
      if (version !== index + 1) return `version ${index + 1} is missing.`;
      if (change === '') isKnown = false;
      if (isKnown) {
        const outcome = apply(body, JSON.parse(change));
        if (!outcome.ok) return `version ${version} can’t be made: ${outcome.problem.code}.`;
        body = outcome.value;
      }
      if (version !== snapshot?.version) continue;
      if (isKnown && !isSame(body, stored))
        return `the copy at version ${version} is not what its history makes.`;
      body = stored;
      isKnown = true;
    }
  } catch (error) {
    return `it can’t be read: ${String(error)}`;
  }
  if (versions.length !== last) return `version ${last} is missing.`;
  return isKnown && body !== null ? null : 'changes are missing that no copy of it contains.';
}

function encryptedValues(database: DatabaseSync): Pick<CheckReport, 'connections' | 'authenticators'> {
  const connections = hasTable(database, 'schedule_connections')
    ? database.prepare('select team_id, provider, sealed from schedule_connections').all()
    : [];
  const authenticators = hasTable(database, 'twoFactor')
    ? database.prepare('select secret from twoFactor').all()
    : [];
  return {
    connections: connections.map((row) => ({
      team: String(row.team_id),
      provider: String(row.provider),
      sealed: JSON.parse(String(row.sealed)),
    })),
    authenticators: authenticators.map((row) => String(row.secret)),
  };
}

const hasTable = (database: DatabaseSync, table: string): boolean =>
  database.prepare(`select 1 from sqlite_master where type = 'table' and name = ?`).get(table) !== undefined;
