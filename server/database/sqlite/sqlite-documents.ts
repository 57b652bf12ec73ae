import type { DatabaseSync } from 'node:sqlite';
import { type Compilable, type Kysely, sql } from 'kysely';
import { changeKey } from '../../../contract/changes.ts';
import type { Change } from '../../../domain/change/change.ts';
import type { ChangeRecord } from '../../../domain/history/history.ts';
import type { DocumentRef, DocumentStore, HistoryRow, StoredChange } from '../document-store.ts';
import type { RowReader } from '../pack-reading.ts';
import type { Tables } from '../tables.ts';

type Reading = RowReader &
  Pick<DocumentStore, 'versions' | 'historyStart' | 'teams' | 'list' | 'idsOf' | 'count'>;

/** Kysely compiles frequent queries once: building a statement costs more than running it. */
export function sqliteDocuments(database: DatabaseSync, kysely: Kysely<Tables>): Reading {
  const statements = prepareAll(database, kysely);

  function changesAfter({ team, document }: DocumentRef, after: number, limit: number): StoredChange[] {
    return statements.changesAfter.all(team, document, after, limit).map(parseChange);
  }

  function loadRows({ team, document }: DocumentRef): Awaited<ReturnType<RowReader['loadRows']>> {
    const rows = statements.load.all(team, document, team, document);
    const first = rows[0]?.id === null ? rows.shift() : undefined;
    return {
      snapshot: first ? { version: Number(first.version), body: JSON.parse(String(first.change)) } : null,
      changes: rows.map(parseChange),
    };
  }

  return {
    loadRows: async (name) => loadRows(name),
    changesAfter: async (name, after, limit) => changesAfter(name, after, limit),
    async sizeAfter({ team, document }, after) {
      const row = statements.sizeAfter.get(team, document, after);
      return { size: Number(row?.size ?? 0), first: (row?.first ?? null) as number | null };
    },
    versions: async (names) =>
      names.map(({ team, document }) => Number(statements.version.get(team, document)?.version ?? 0)),
    async changeKey({ team, document }, version) {
      const row = statements.changeKey.get(team, document, version);
      return row ? changeKey({ id: String(row.id), at: Number(row.at) }) : null;
    },
    async findChange({ team, document }, id) {
      const row = statements.findChange.get(team, document, id);
      if (!row) return null;
      return row.change === ''
        ? { ...parseChange({ ...row, change: 'null' }), change: null }
        : parseChange(row);
    },
    async history({ team, document, before, from }, limit) {
      const rows =
        document === undefined
          ? statements.historyOfTeam.all(team, from, before.at, before.document, before.version, limit)
          : statements.historyOfDocument.all(team, document, before.version, from, limit);
      return rows.map(parseHistoryRow);
    },
    async historyStart({ team, document }) {
      const row = statements.historyStart.get(team, document);
      return row ? { version: Number(row.version), body: JSON.parse(String(row.body)) } : null;
    },
    async teams() {
      const rows = await kysely.selectFrom('documents').select('id').where('kind', '=', 'team').execute();
      return rows.map(({ id }) => id);
    },
    list: (team, kind, dates) =>
      kysely
        .selectFrom('documents')
        .select(['id', 'name', 'area', 'date'])
        .where('team_id', '=', team)
        .where('kind', '=', kind)
        .where('name', 'is not', null)
        .$if(dates !== undefined, (query) =>
          query.where('date', '>=', dates?.from ?? '').where('date', '<=', dates?.to ?? ''),
        )
        .orderBy('date')
        .orderBy('name')
        .orderBy('id')
        .execute(),
    idsOf: async (team, kind) => {
      const rows = await kysely
        .selectFrom('documents')
        .select('id')
        .where('team_id', '=', team)
        .where('kind', '=', kind)
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    count: async (team) => Number(statements.count.get(team)?.count),
  };
}

function parseChange(row: Record<string, unknown>): StoredChange {
  const { version, id, author, at, change, seen } = row as unknown as Tables['changes'] & {
    seen?: number | null;
  };
  const parsed = { version, id, by: author, at, change: JSON.parse(change) as Change };
  return typeof seen === 'number' ? { ...parsed, seen } : parsed;
}

function parseHistoryRow(row: Record<string, unknown>): HistoryRow {
  const { document_id, version, author, at, record } = row as unknown as Tables['changes'];
  const parsed = record === null ? null : (JSON.parse(record) as ChangeRecord);
  return { document: document_id, version, by: author, at, record: parsed };
}

/** The values in these statements are placeholders: each run binds its own, in the same order. */
function prepareAll(database: DatabaseSync, kysely: Kysely<Tables>) {
  const prepare = (query: Compilable) => database.prepare(query.compile().sql);
  const changes = kysely
    .selectFrom('changes')
    .select(['version', 'id', 'author', 'at', 'change'])
    .where('team_id', '=', '')
    .where('document_id', '=', '');
  /** The content of old changes is removed. */
  const hasContent = sql<boolean>`change <> ''`;
  const history = kysely
    .selectFrom('changes')
    .select(['document_id', 'version', 'author', 'at', 'record'])
    .where(hasContent)
    .where('team_id', '=', '');
  // The snapshot comes first, without an id. In one statement: changes may be packed between two.
  const load = `
    with snapshot as (select version, body from snapshots where team_id = ? and document_id = ?)
    select version, null as id, null as author, 0 as at, body as change from snapshot
    union all
    select * from (
      select version, id, author, at, change from changes
      where team_id = ? and document_id = ? and change <> '' and version > coalesce((select version from snapshot), 0)
      order by version
    )`;
  return {
    load: database.prepare(load),
    historyOfTeam: prepare(
      history
        .where('at', '>=', 0)
        .where(sql<boolean>`(at, document_id, version) < (${0}, ${''}, ${0})`)
        .orderBy('at', 'desc')
        .orderBy('document_id', 'desc')
        .orderBy('version', 'desc')
        .limit(1),
    ),
    historyOfDocument: prepare(
      history
        .where('document_id', '=', '')
        .where('version', '<', 0)
        .where('at', '>=', 0)
        .orderBy('version', 'desc')
        .limit(1),
    ),
    historyStart: prepare(
      kysely
        .selectFrom('history_starts')
        .select(['version', 'body'])
        .where('team_id', '=', '')
        .where('document_id', '=', ''),
    ),
    sizeAfter: prepare(
      kysely
        .selectFrom('changes')
        .select([sql<number>`sum(octet_length(change))`.as('size'), sql<number>`min(version)`.as('first')])
        .where('team_id', '=', '')
        .where('document_id', '=', '')
        .where('version', '>', 0),
    ),
    version: prepare(
      kysely.selectFrom('documents').select('version').where('team_id', '=', '').where('id', '=', ''),
    ),
    changeKey: prepare(
      kysely
        .selectFrom('changes')
        .select(['id', 'at'])
        .where('team_id', '=', '')
        .where('document_id', '=', '')
        .where('version', '=', 0),
    ),
    changesAfter: prepare(
      changes
        .select(sql<number | null>`json_extract(record, '$.seen')`.as('seen'))
        .where(hasContent)
        .where('version', '>', 0)
        .orderBy('version')
        .limit(1),
    ),
    count: prepare(
      kysely
        .selectFrom('documents')
        .select((row) => row.fn.countAll().as('count'))
        .where('team_id', '=', ''),
    ),
    findChange: prepare(changes.where('id', '=', '')),
  };
}
