import type { DatabaseSync } from 'node:sqlite';
import type { Selectable } from 'kysely';
import { apply, type DocumentBody } from '../../../domain/change/change.ts';
import { isSame } from '../../../domain/change/same.ts';
import { StartProblem } from '../../start-problem.ts';
import { refuseUnknownSchema } from '../migrate.ts';
import { decodePack, parseBody } from '../pack-format.ts';
import type { StoredConnection } from '../store.ts';
import type { Tables } from '../tables.ts';
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
  const ofDocument = 'where team_id = ? and document_id = ?';
  const packs = database.prepare(`select * from packs ${ofDocument} order by from_version`);
  const rows = database.prepare(`select version, change from changes ${ofDocument} order by version`);
  const report = { documentProblems: [] as string[], documents: 0, changes: 0 };
  for (const row of documents.iterate()) {
    const { team_id, id, version, snapshot, body } = row as unknown as DocumentRow;
    let copy = body === null ? null : { version: snapshot, text: body };
    let problem: string | null = null;
    try {
      const history: VersionRow[] = [];
      for (const pack of packs.all(team_id, id) as unknown as Selectable<Tables['packs']>[]) {
        const packed = decodePack(pack);
        for (const { version, change } of packed.changes)
          history.push({ version, change: change === null ? '' : JSON.stringify(change) });
        if (body === null && packed.body)
          copy = { version: pack.to_version, text: JSON.stringify(packed.body) };
      }
      history.push(...(rows.all(team_id, id) as unknown as VersionRow[]));
      report.changes += history.length;
      problem = checkDocument(history, version, copy);
    } catch {
      problem = 'packed changes can’t be read.';
    }
    report.documents += 1;
    if (problem !== null) report.documentProblems.push(`Document ${id} of team ${team_id}: ${problem}`);
  }
  return report;
}

interface DocumentRow {
  team_id: string;
  id: string;
  version: number;
  snapshot: number;
  body: string | null;
}

interface VersionRow {
  readonly version: number;
  /** Empty where its content was removed. */
  readonly change: string;
}

/** Null if the document is what its history makes. */
function checkDocument(
  versions: readonly VersionRow[],
  last: number,
  snapshot: { readonly version: number; readonly text: string } | null,
): string | null {
  let body: DocumentBody | null = null;
  /** False after a change whose content was removed, until the snapshot. */
  let isKnown = true;
  try {
    const stored = snapshot && parseBody(snapshot.text);
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
  const connections = database.prepare('select team_id, provider, sealed from schedule_connections').all();
  const authenticators = database.prepare('select secret from twoFactor').all();
  return {
    connections: connections.map((row) => ({
      team: String(row.team_id),
      provider: String(row.provider),
      sealed: JSON.parse(String(row.sealed)),
    })),
    authenticators: authenticators.map((row) => String(row.secret)),
  };
}
