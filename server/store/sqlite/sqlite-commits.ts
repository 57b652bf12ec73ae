import { type Kysely, sql, type UpdateObject } from 'kysely';
import {
  type DocumentCommit,
  type DocumentStore,
  DuplicateChange,
  VersionConflict,
} from '../document-store.ts';
import type { PackWrite } from '../packs/pack-store.ts';
import { createPackedIds, mostAttempts } from '../packs/packed-ids.ts';
import type { Tables } from '../tables.ts';
import type { SqlitePacks } from './sqlite-packs.ts';
import type { WriteRequest, WriterSettings } from './sqlite-writer-messages.ts';
import type { WriterThread } from './writer-thread.ts';

export interface SqliteCommits extends Pick<DocumentStore, 'commit' | 'saveRecords' | 'writeSnapshots'> {
  /** Removes the content of changes that a snapshot contains, and remembers how far that is done. */
  compact(request: Pick<WriteRequest, 'snapshots' | 'compacts' | 'starts' | 'meta'>): Promise<void>;
  writePack(write: PackWrite): Promise<boolean>;
  clearLog(): Promise<void>;
  /** Rejects when nothing can be committed. */
  probe(): Promise<void>;
  /** The values of the thread's pragmas, as its connection has them. */
  pragmas(): Promise<Readonly<Record<string, unknown>>>;
}

/** The writes of documents, which are prepared once in the thread that writes. */
export function sqliteCommits({ execute }: WriterThread, packs: SqlitePacks): SqliteCommits {
  const packedIds = createPackedIds(packs);

  return {
    async commit(batch) {
      for (let attempt = 1; ; attempt++) {
        if (await packedIds.hasChange(batch)) throw new DuplicateChange('A change is there already.');
        try {
          await execute(requestFor(batch, packedIds.packed));
          return;
        } catch (error) {
          if (!(error instanceof VersionConflict) || attempt === mostAttempts) throw error;
          if (!(await packedIds.learn(batch))) throw error;
        }
      }
    },

    async writePack({ team, document, pack, replaces, moved, snapshot, hasBody, start }) {
      const { from, to, firstAt, lastAt, othersFrom, breaksFrom, ids, contents } = pack;
      const columns = [from, to, firstAt, lastAt, othersFrom, breaksFrom, ids, contents] as const;
      try {
        await execute({
          ...nothing(),
          snapshots: snapshot ? [[team, document, snapshot.version, JSON.stringify(snapshot.body)]] : [],
          packs: [
            {
              ...{ team, document, columns, hasBody, moved },
              replaced: replaces && [replaces.from, replaces.to, replaces.othersFrom, replaces.breaksFrom],
            },
          ],
          starts: start ? [[start.version, JSON.stringify(start.body), team, document]] : [],
        });
        return true;
      } catch (error) {
        if (error instanceof VersionConflict) return false;
        throw error;
      }
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
  records: [],
  compacts: [],
  starts: [],
  meta: [],
  snapshots: [],
  packs: [],
});

function requestFor(
  batch: readonly DocumentCommit[],
  packedOf: (commit: DocumentCommit) => number,
): WriteRequest {
  const request = nothing();
  for (const commit of batch) {
    const { team, document, kind, from, changes, columns, snapshot } = commit;
    const version = from + changes.length;
    const listed: [string | null, string | null, string | null] | null = columns && [
      columns.name,
      columns.area,
      columns.date,
    ];
    request.documents.push([team, document, kind, from, version, listed, packedOf(commit)]);
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
      .where('packed', '=', 0)
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
      // A document that was deleted while its body waited stays deleted. One that is packed as it is has its body in the pack.
      .expression((row) =>
        row
          .selectFrom('documents')
          .select([row.val(0).as('version'), row.val('').as('body'), 'team_id', 'id'])
          .where('team_id', '=', '')
          .where('id', '=', '')
          .where('packed', '<', 0),
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
    removeRows: 'delete from changes where team_id = ? and document_id = ? and version between ? and ?',
    removePack: `delete from packs where team_id = ? and document_id = ? and from_version = ? and to_version = ?
      and others_from is ? and breaks_from is ?`,
    insertPack: `insert into packs (team_id, document_id, from_version, to_version, first_at, last_at,
      others_from, breaks_from, ids, contents) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    removeSnapshot: 'delete from snapshots where team_id = ? and document_id = ? and version <= ?',
    setPacked: 'update documents set packed = ? where team_id = ? and id = ? and packed = ?',
  };
}
