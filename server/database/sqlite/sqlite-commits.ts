import type { Kysely, UpdateObject } from 'kysely';
import type { DocumentCommit, DocumentStore } from '../document-store.ts';
import { idKey } from '../pack-format.ts';
import type { Tables } from '../tables.ts';
import type { WriteRequest, WriterSettings } from './sqlite-writer-messages.ts';
import type { WriterThread } from './writer-thread.ts';

export interface SqliteCommits extends Pick<DocumentStore, 'commit' | 'writeSnapshots'> {
  clearLog(): Promise<void>;
  probe(): Promise<void>;
  pragmas(): Promise<Readonly<Record<string, unknown>>>;
}

/** The writes of documents, which are prepared once in the thread that writes. */
export function sqliteCommits({ execute }: WriterThread): SqliteCommits {
  return {
    async commit(batch) {
      await execute(requestFor(batch));
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

    async clearLog() {
      await execute('clear-log');
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
  snapshots: [],
});

function requestFor(batch: readonly DocumentCommit[]): WriteRequest {
  const request = nothing();
  for (const commit of batch) {
    const { team, document, kind, from, changes, columns, snapshot } = commit;
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
      request.changes.push([team, document, made, id, by, at, text, recorded, idKey(id)]);
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
    // Not a change that is packed already: the unique key finds only rows. An id begins at each 16th byte after the first.
    insertChange: `
      insert into changes (team_id, document_id, version, id, author, at, change, record)
      select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 where not exists (
        select 1 from packs where team_id = ?1 and document_id = ?2 and (instr(ids, ?9) - 2) % 16 = 0
      )`,
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
  };
}
