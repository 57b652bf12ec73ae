import { type Kysely, sql, type UpdateObject } from 'kysely';
import type { DocumentCommit, DocumentStore } from '../document-store.ts';
import type { Tables } from '../tables.ts';
import type { WriteRequest, WriterSettings } from './sqlite-writer-messages.ts';
import type { WriterThread } from './writer-thread.ts';

export interface SqliteCommits extends Pick<DocumentStore, 'commit' | 'saveRecords' | 'writeSnapshots'> {
  /** Removes the content of changes that a snapshot contains, and remembers how far that is done. */
  compact(request: Pick<WriteRequest, 'snapshots' | 'compacts' | 'starts' | 'meta'>): Promise<void>;
  /** Rejects when nothing can be committed. */
  probe(): Promise<void>;
  /** The values of the thread's pragmas, as its connection has them. */
  pragmas(): Promise<Readonly<Record<string, unknown>>>;
}

/** The writes of documents, which are prepared once in the thread that writes. */
export function sqliteCommits({ execute }: WriterThread): SqliteCommits {
  return {
    async commit(batch) {
      await execute(requestFor(batch));
    },

    async saveRecords({ team, document }, records) {
      await execute({
        ...nothing(),
        records: records.map(({ version, record }) => [JSON.stringify(record), team, document, version]),
      });
    },

    async writeSnapshots(snapshots) {
      await execute({
        ...nothing(),
        snapshots: snapshots.map(({ team, document, version, body }) => [
          team,
          document,
          version,
          JSON.stringify(body),
        ]),
      });
    },

    async compact(request) {
      await execute({ ...nothing(), ...request });
    },

    async probe() {
      await execute('probe');
    },

    async pragmas() {
      return (await execute('pragmas')).pragmas ?? {};
    },
  };
}

const nothing = (): WriteRequest => ({
  documents: [],
  changes: [],
  records: [],
  compacts: [],
  starts: [],
  meta: [],
  snapshots: [],
});

function requestFor(batch: readonly DocumentCommit[]): WriteRequest {
  const request = nothing();
  for (const { team, document, kind, from, changes, columns, snapshot } of batch) {
    const version = from + changes.length;
    const listed: [string | null, string | null, string | null] | null = columns && [
      columns.name,
      columns.area,
      columns.date,
    ];
    request.documents.push([team, document, kind, from, version, listed]);
    changes.forEach(({ version: made, id, by, at, change, json, record }, index) => {
      if (made !== from + 1 + index) throw new RangeError(`version ${made} leaves a gap`);
      const text = json ?? JSON.stringify(change);
      const recorded = record ? JSON.stringify(record) : null;
      request.changes.push([team, document, made, id, by, at, text, recorded]);
    });
    if (snapshot) request.snapshots.push([team, document, version, JSON.stringify(snapshot)]);
  }
  return request;
}

/** Compiled by Kysely; the values only show how many there are, and their request. */
export function statements(kysely: Kysely<Tables>): WriterSettings['sql'] {
  const update = (set: UpdateObject<Tables, 'documents'>) =>
    kysely
      .updateTable('documents')
      .set(set)
      .where('team_id', '=', '')
      .where('id', '=', '')
      .where('version', '=', 0)
      .compile().sql;
  return {
    insertDocument: kysely
      .insertInto('documents')
      .values({ team_id: '', id: '', kind: 'team', version: 0, name: '', area: '', date: '' })
      .onConflict((conflict) => conflict.doNothing())
      .compile().sql,
    updateDocument: update({ version: 0, name: '', area: '', date: '' }),
    // Columns in the statement are also written to the lists' index, changed or not.
    updateVersion: update({ version: 0 }),
    insertChange: kysely
      .insertInto('changes')
      .values({ team_id: '', document_id: '', version: 0, id: '', author: '', at: 0, change: '', record: '' })
      .compile().sql,
    saveRecord: kysely
      .updateTable('changes')
      .set({ record: '' })
      .where('team_id', '=', '')
      .where('document_id', '=', '')
      .where('version', '=', 0)
      .where('record', 'is', null)
      .compile().sql,
    writeSnapshot: kysely
      .insertInto('snapshots')
      .columns(['version', 'body', 'team_id', 'document_id'])
      // A document that was deleted while its body waited stays deleted.
      .expression((row) =>
        row
          .selectFrom('documents')
          .select([row.val(0).as('version'), row.val('').as('body'), 'team_id', 'id'])
          .where('team_id', '=', '')
          .where('id', '=', ''),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['team_id', 'document_id'])
          .doUpdateSet((row) => ({ version: row.ref('excluded.version'), body: row.ref('excluded.body') }))
          .whereRef('excluded.version', '>', 'snapshots.version'),
      )
      .compile().sql,
    setMeta: kysely
      .insertInto('meta')
      .values({ key: '', value: '' })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '' }))
      .compile().sql,
    setStart: sql`
      insert into history_starts (team_id, document_id, version, body)
      select team_id, id, ${0}, ${''} from documents where team_id = ${''} and id = ${''}
      on conflict (team_id, document_id) do update set version = excluded.version, body = excluded.body
    `.compile(kysely).sql,
    removeContent: sql`
      update changes set change = '', record = null, author = null
      where team_id = ${''} and document_id = ${''} and version = ${0} and version <=
        (select version from snapshots where team_id = ${''} and document_id = ${''})
    `.compile(kysely).sql,
  };
}
