import type { DatabaseSync } from 'node:sqlite';
import type { Compilable, Kysely } from 'kysely';
import { apply } from '../../domain/apply.ts';
import type { Change, DocumentBody } from '../../domain/change.ts';
import {
  type DocumentCommit,
  type DocumentName,
  type DocumentStore,
  type StoredChange,
  type StoredDocument,
  VersionConflict,
} from './store.ts';
import type { Tables } from './tables.ts';

/**
 * Documents in SQLite. Each statement is written by Kysely once and run prepared ever after: building it anew costs
 * more than running it.
 */
export function sqliteDocuments(database: DatabaseSync, kysely: Kysely<Tables>): DocumentStore {
  const statements = prepareAll(database, kysely);

  function changesAfter({ team, document }: DocumentName, after: number, limit: number): StoredChange[] {
    return statements.changesAfter.all(team, document, after, limit).map(readChange);
  }

  function load(name: DocumentName): StoredDocument | null {
    const row = statements.load.get(name.team, name.document) as unknown as LoadRow | undefined;
    if (!row) return null;
    let body: DocumentBody | null = row.body === null ? null : JSON.parse(row.body);
    for (const { version, change } of changesAfter(name, row.snapshot ?? 0, -1)) {
      const outcome = apply(body, change);
      if (!outcome.ok) {
        throw new Error(`Version ${version} of ${name.team}/${name.document}: ${outcome.problem.code}`);
      }
      body = outcome.value;
    }
    if (body === null) throw new Error(`${name.team}/${name.document} has no changes`);
    return { version: row.version, body };
  }

  function write(commit: DocumentCommit): void {
    const { team, document, kind, from, changes, columns, snapshot } = commit;
    const version = from + changes.length;
    const listed = [columns.name, columns.area, columns.date] as const;
    const { changes: rows } =
      from === 0
        ? statements.insertDocument.run(team, document, kind, version, ...listed)
        : statements.updateDocument.run(version, ...listed, team, document, from);
    if (rows !== 1) throw new VersionConflict(`${team}/${document} is not at version ${from}`);
    changes.forEach((each, index) => {
      if (each.version !== from + 1 + index) throw new RangeError(`version ${each.version} leaves a gap`);
      const text = JSON.stringify(each.change);
      statements.insertChange.run(team, document, each.version, each.id, each.by, each.at, text);
    });
    if (snapshot) statements.writeSnapshot.run(team, document, version, JSON.stringify(snapshot));
  }

  /** Kysely's one connection is held meanwhile, so this never lands inside a transaction of someone else's. */
  const inTransaction = (work: () => void): Promise<void> =>
    kysely.connection().execute(async () => {
      statements.begin.run();
      try {
        work();
        statements.commit.run();
      } catch (error) {
        if (database.isTransaction) statements.rollback.run();
        throw error;
      }
    });

  return {
    load: async (name) => load(name),
    commit: (batch) => inTransaction(() => batch.forEach(write)),
    writeSnapshots: (snapshots) =>
      inTransaction(() => {
        for (const { team, document, version, body } of snapshots) {
          statements.writeSnapshot.run(team, document, version, JSON.stringify(body));
        }
      }),
    changesAfter: async (name, after, limit) => changesAfter(name, after, limit),
    async findChange({ team, document }, id) {
      const row = statements.findChange.get(team, document, id);
      return row ? readChange(row) : null;
    },
    list: (team, kind, date) =>
      kysely
        .selectFrom('documents')
        .select(['id', 'name', 'area', 'date'])
        .where('team_id', '=', team)
        .where('kind', '=', kind)
        .$if(date !== undefined, (query) => query.where('date', '=', date ?? null))
        .orderBy('date')
        .orderBy('name')
        .orderBy('id')
        .execute(),
  };
}

interface LoadRow {
  version: number;
  snapshot: number | null;
  body: string | null;
}

function readChange(row: Record<string, unknown>): StoredChange {
  const { version, id, author, at, change } = row as unknown as Tables['changes'];
  return { version, id, by: author, at, change: JSON.parse(change) as Change };
}

/** Values stand in these statements only to be counted: each run binds its own, in the order of writing. */
function prepareAll(database: DatabaseSync, kysely: Kysely<Tables>) {
  const prepare = (query: Compilable) => database.prepare(query.compile().sql);
  const changes = kysely
    .selectFrom('changes')
    .select(['version', 'id', 'author', 'at', 'change'])
    .where('team_id', '=', '')
    .where('document_id', '=', '');
  return {
    begin: database.prepare('begin immediate'),
    commit: database.prepare('commit'),
    rollback: database.prepare('rollback'),
    load: prepare(
      kysely
        .selectFrom('documents')
        .leftJoin('snapshots', (join) =>
          join
            .onRef('snapshots.team_id', '=', 'documents.team_id')
            .onRef('snapshots.document_id', '=', 'documents.id'),
        )
        .select(['documents.version', 'snapshots.version as snapshot', 'snapshots.body'])
        .where('documents.team_id', '=', '')
        .where('documents.id', '=', ''),
    ),
    changesAfter: prepare(changes.where('version', '>', 0).orderBy('version').limit(1)),
    findChange: prepare(changes.where('id', '=', '')),
    insertDocument: prepare(
      kysely
        .insertInto('documents')
        .values({ team_id: '', id: '', kind: 'team', version: 0, name: '', area: '', date: '' })
        .onConflict((conflict) => conflict.doNothing()),
    ),
    updateDocument: prepare(
      kysely
        .updateTable('documents')
        .set({ version: 0, name: '', area: '', date: '' })
        .where('team_id', '=', '')
        .where('id', '=', '')
        .where('version', '=', 0),
    ),
    insertChange: prepare(
      kysely
        .insertInto('changes')
        .values({ team_id: '', document_id: '', version: 0, id: '', author: '', at: 0, change: '' }),
    ),
    writeSnapshot: prepare(
      kysely
        .insertInto('snapshots')
        .values({ team_id: '', document_id: '', version: 0, body: '' })
        .onConflict((conflict) =>
          conflict
            .columns(['team_id', 'document_id'])
            .doUpdateSet((row) => ({ version: row.ref('excluded.version'), body: row.ref('excluded.body') }))
            .whereRef('excluded.version', '>', 'snapshots.version'),
        ),
    ),
  };
}
