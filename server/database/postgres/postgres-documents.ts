import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { changeKey } from '../../../contract/changes.ts';
import type { Change } from '../../../domain/change/change.ts';
import type { ChangeRecord } from '../../../domain/history/history.ts';
import type { DocumentStore, HistoryRow, StoredChange } from '../document-store.ts';
import type { RowReader } from '../pack-reading.ts';
import type { Tables } from '../tables.ts';

type Reading = RowReader &
  Pick<DocumentStore, 'changesOfAll' | 'versions' | 'historyStart' | 'teams' | 'list' | 'idsOf' | 'count'>;

type ChangeRow = Pick<Tables['changes'], 'version' | 'id' | 'author' | 'at' | 'change'> & {
  /** Only if it says what the author had seen. */
  readonly record?: string | null;
};
type HistoryColumns = Pick<Tables['changes'], 'document_id' | 'version' | 'author' | 'at' | 'record'>;

/** Reads documents, and changes that are not in packs. Each connection prepares a statement once, by its name. */
export function postgresDocuments(pool: pg.Pool, kysely: Kysely<Tables>): Reading {
  async function run<Row extends pg.QueryResultRow>(
    name: keyof typeof statements,
    ...values: unknown[]
  ): Promise<Row[]> {
    return (await pool.query<Row>({ name, text: statements[name], values })).rows;
  }

  return {
    async loadRows({ team, document }) {
      const rows = await run<Omit<ChangeRow, 'id'> & { id: string | null }>('load', team, document);
      const first = rows[0]?.id === null ? rows.shift() : undefined;
      return {
        snapshot: first ? { version: first.version, body: JSON.parse(first.change) } : null,
        changes: rows.map((row) => parseChange(row as ChangeRow)),
      };
    },
    async changesAfter({ team, document }, after, limit) {
      return (await run<ChangeRow>('changesAfter', team, document, after, limit)).map(parseChange);
    },
    async changesOfAll(names, limit) {
      const rows = await run<ChangeRow & { position: number }>(
        'changesOfAll',
        names.map(({ team }) => team),
        names.map(({ document }) => document),
        names.map(({ after }) => after),
        limit,
      );
      const found: StoredChange[][] = names.map(() => []);
      for (const row of rows) found[row.position - 1]?.push(parseChange(row));
      return found;
    },
    async sizeAfter({ team, document }, after) {
      type Row = { size: number | null; first: number | null };
      const [row] = await run<Row>('sizeAfter', team, document, after);
      return { size: row?.size ?? 0, first: row?.first ?? null };
    },
    async versions(names) {
      const rows = await run<{ version: number | null }>(
        'versions',
        names.map(({ team }) => team),
        names.map(({ document }) => document),
      );
      return rows.map(({ version }) => version ?? 0);
    },
    async changeKey({ team, document }, version) {
      const [row] = await run<{ id: string; at: number }>('changeKey', team, document, version);
      return row ? changeKey({ id: row.id, at: Number(row.at) }) : null;
    },
    async findChange({ team, document }, id) {
      const [row] = await run<ChangeRow>('findChange', team, document, id);
      if (!row) return null;
      return row.change === ''
        ? { ...parseChange({ ...row, change: 'null' }), change: null }
        : parseChange(row);
    },
    async history({ team, document, before, from }, limit) {
      const rows =
        document === undefined
          ? await run<HistoryColumns>(
              'historyOfTeam',
              ...[team, from, before.at, before.document, before.version, limit],
            )
          : await run<HistoryColumns>('historyOfDocument', team, document, before.version, from, limit);
      return rows.map(parseHistoryRow);
    },
    async historyStart({ team, document }) {
      const [row] = await run<{ version: number; body: string }>('historyStart', team, document);
      return row ? { version: row.version, body: JSON.parse(row.body) } : null;
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
        .orderBy(sql`date nulls first`)
        .orderBy('name')
        .orderBy('id')
        .execute(),
    idsOf: async (team, kind) => (await run<{ id: string }>('idsOf', team, kind)).map(({ id }) => id),
    async count(team) {
      return (await run<{ count: number }>('count', team))[0]?.count ?? 0;
    },
  };
}

/** PostgreSQL can't parse each text that JSON can hold. */
const seeingRecord = `case when record like '%"seen":%' then record end as record`;

const statements = {
  // The snapshot comes first, without an id. All at one instant: a team may be deleted between two statements.
  load: `
    with snapshot as (select version, body from snapshots where team_id = $1 and document_id = $2)
    select version, null as id, null as author, 0::bigint as at, body as change from snapshot
    union all (
      select version, id, author, at, change from changes
      where team_id = $1 and document_id = $2 and change <> ''
        and version > coalesce((select version from snapshot), 0)
      order by version
    )`,
  // A negative limit is none.
  changesAfter: `
    select version, id, author, at, change, ${seeingRecord} from changes
    where team_id = $1 and document_id = $2 and version > $3 and change <> ''
    order by version limit nullif(greatest($4::int, -1), -1)`,
  changesOfAll: `
    select position, later.* from unnest($1::text[], $2::text[], $3::int[])
      with ordinality as named (team_id, id, after, position)
    cross join lateral (
      select version, id, author, at, change, ${seeingRecord} from changes
      where team_id = named.team_id and document_id = named.id and version > named.after and change <> ''
      order by version limit $4
    ) as later
    order by position, version`,
  sizeAfter: `
    select sum(octet_length(change)) as size, min(version) as first from changes
    where team_id = $1 and document_id = $2 and version > $3`,
  versions: `
    select version from unnest($1::text[], $2::text[]) with ordinality as named (team_id, id, position)
    left join documents using (team_id, id) order by position`,
  changeKey: 'select id, at from changes where team_id = $1 and document_id = $2 and version = $3',
  findChange: `
    select version, id, author, at, change from changes
    where team_id = $1 and document_id = $2 and id = $3`,
  historyOfTeam: `
    select document_id, version, author, at, record from changes
    where team_id = $1 and at >= $2 and (at, document_id, version) < ($3, $4, $5::bigint) and change <> ''
    order by at desc, document_id desc, version desc limit $6`,
  historyOfDocument: `
    select document_id, version, author, at, record from changes
    where team_id = $1 and document_id = $2 and version < $3::bigint and at >= $4 and change <> ''
    order by version desc limit $5`,
  historyStart: 'select version, body from history_starts where team_id = $1 and document_id = $2',
  idsOf: 'select id from documents where team_id = $1 and kind = $2 order by id',
  count: 'select count(*) as count from documents where team_id = $1',
} as const;

function parseChange({ version, id, author, at, change, record }: ChangeRow): StoredChange {
  const { seen } = record ? (JSON.parse(record) as ChangeRecord) : {};
  const parsed = { version, id, by: author, at, change: JSON.parse(change) as Change };
  return seen === undefined ? parsed : { ...parsed, seen };
}

const parseHistoryRow = ({ document_id, version, author, at, record }: HistoryColumns): HistoryRow => ({
  document: document_id,
  version,
  by: author,
  at,
  record: record === null ? null : (JSON.parse(record) as ChangeRecord),
});
