import { type Kysely, sql } from 'kysely';
import { changeKey } from '../../contract/changes.ts';
import { type Change, replay } from '../../domain/change/change.ts';
import type { ChangeRecord } from '../../domain/history/history.ts';
import type {
  DocumentRef,
  DocumentStore,
  HistoryPosition,
  HistoryRow,
  StoredChange,
} from './document-store.ts';
import { decodePack, type EncodedPack, idKey, type PackedChange, parseBody } from './pack-format.ts';
import type { DatabaseStore } from './store.ts';
import type { Tables } from './tables.ts';

type Reading = Pick<
  DocumentStore,
  | 'load'
  | 'changesAfter'
  | 'changeKey'
  | 'changes'
  | 'findChange'
  | 'history'
  | 'historyStart'
  | 'versions'
  | 'teams'
  | 'list'
  | 'idsOf'
  | 'count'
>;

/** Runs one of the statements, which each connection prepares once: they run before and after every change. */
export type RunStatement = <Row>(
  name: keyof ReturnType<typeof statementsFor>,
  ...values: readonly (string | number | Uint8Array)[]
) => Promise<readonly Row[]>;

export type ChangeRow = Pick<Tables['changes'], 'version' | 'id' | 'author' | 'at' | 'change'> & {
  /** Only if it says what the author had seen. */
  readonly record?: string | null;
};
type HistoryColumns = Pick<Tables['changes'], 'document_id' | 'version' | 'author' | 'at' | 'record'>;
type PackRow = EncodedPack & Pick<Tables['packs'], 'document_id' | 'to_version' | 'last_at'>;

/** Rows in memory at a time: each can have a megabyte. */
const rowsTogether = 20;
const largestInteger = 2 ** 31 - 1;

/**
 * Reads documents and their history, the older part of it from packs. Changes move from rows to packs at any time and never
 * back, so rows are read first.
 */
export function readDocuments(run: RunStatement, kysely: Kysely<Tables>): Reading {
  /** The pack that has a version, or the first one after it. */
  const packAt = async ({ team, document }: DocumentRef, version: number) =>
    (await run<PackRow>('packAt', team, document, version))[0];

  const changesAfter = async ({ team, document }: DocumentRef, after: number, limit: number) =>
    (await run<ChangeRow>('changesAfter', team, document, after, limit)).map(parseChange);

  async function historyOfDocument(
    { team, document, before, from }: DocumentRef & { before: number; from: number },
    newest: readonly HistoryRow[],
    limit: number,
  ): Promise<readonly HistoryRow[]> {
    let found = newest;
    for (let end = newest.at(-1)?.version ?? before; found.length < limit; ) {
      const [pack] = await run<PackRow>('packBefore', team, document, Math.min(end, largestInteger));
      if (!pack) break;
      const packed = rowsOf(pack).filter(({ version, at }) => version < end && at >= from);
      found = [...found, ...packed.reverse()];
      end = pack.from_version;
    }
    return found.slice(0, limit);
  }

  /** Adds packed changes to a team's rows, which are newest first. */
  async function historyOfTeam(
    { team, before, from }: { team: string; before: HistoryPosition; from: number },
    newest: readonly HistoryRow[],
    limit: number,
  ): Promise<readonly HistoryRow[]> {
    let found = newest;
    for (let last = { last_at: Number.MAX_SAFE_INTEGER, document_id: '', from_version: 0 }; ; ) {
      const oldest = found.length === limit ? (found.at(-1)?.at ?? from) : from;
      const place = [last.last_at, last.document_id, last.from_version] as const;
      const [pack] = await run<PackRow>('packOfTeam', team, oldest, before.at, ...place);
      if (!pack) return found;
      const packed = rowsOf(pack).filter((row) => row.at >= from && compare(row, before) < 0);
      // Those that were packed between two reads are there twice.
      const all = new Map([...found, ...packed].map((row) => [`${row.version} ${row.document}`, row]));
      found = [...all.values()].sort((one, other) => compare(other, one)).slice(0, limit);
      last = pack;
    }
  }

  return {
    async load({ team, document }) {
      const rows = await run<Omit<ChangeRow, 'id'> & { id: string | null }>('load', team, document);
      const snapshot = rows[0]?.id === null ? rows[0] : undefined;
      const start = snapshot
        ? { version: snapshot.version, body: parseBody(snapshot.change) }
        : { version: 0, body: null };
      const later = rows.slice(snapshot ? 1 : 0).map((row) => parseChange(row as ChangeRow));
      const { version, body, skipped } = replay(start, later);
      return body && { version, body, ...(skipped.length > 0 && { skipped }) };
    },

    changesAfter,

    async changeKey(ref, version) {
      const [row] = await run<{ id: string; at: number }>('changeKey', ref.team, ref.document, version);
      if (row) return changeKey(row);
      const pack = await packAt(ref, version);
      const packed = pack && decodePack(pack).changes[version - pack.from_version];
      return packed ? changeKey(packed) : null;
    },

    async *changes(ref) {
      for (let last = 0; ; ) {
        const rows = await changesAfter(ref, last, rowsTogether);
        const pack = rows[0]?.version === last + 1 ? undefined : await packAt(ref, last + 1);
        if (pack) {
          for (const packed of decodePack(pack).changes)
            if (packed.change && packed.version > last) yield storedOf(packed, packed.change);
        } else {
          yield* rows;
          if (rows.length < rowsTogether) return;
        }
        last = pack?.to_version ?? rows.at(-1)?.version ?? last;
      }
    },

    async findChange({ team, document }, id) {
      const [row] = await run<ChangeRow>('findChange', team, document, id);
      if (row?.change === '') return { ...parseChange({ ...row, change: 'null' }), change: null };
      if (row) return parseChange(row);
      const [pack] = await run<PackRow>('packOfChange', team, document, Buffer.from(idKey(id), 'base64url'));
      const packed = pack && decodePack(pack).changes.find((each) => each.id === id);
      return packed ? storedOf(packed, packed.change) : null;
    },

    async history({ team, document, before, from }, limit) {
      const { at, document: place, version } = before;
      const newest =
        document === undefined
          ? await run<HistoryColumns>('historyOfTeam', team, from, at, place, version, limit)
          : await run<HistoryColumns>('historyOfDocument', team, document, version, from, limit);
      const rows = newest.map(parseHistoryRow);
      return document === undefined
        ? historyOfTeam({ team, before, from }, rows, limit)
        : historyOfDocument({ team, document, before: version, from }, rows, limit);
    },

    async historyStart({ team, document }) {
      const [row] = await run<{ version: number; body: string }>('historyStart', team, document);
      return row ? { version: row.version, body: parseBody(row.body) } : null;
    },

    versions: (names) =>
      Promise.all(
        names.map(async ({ team, document }) => {
          return (await run<{ version: number }>('version', team, document))[0]?.version ?? 0;
        }),
      ),

    async teams() {
      const rows = await kysely.selectFrom('documents').select('id').where('kind', '=', 'team').execute();
      return rows.map(({ id }) => id);
    },

    list: (team, kind, dates) =>
      kysely
        .selectFrom('documents')
        .select(['id', 'name', 'area', 'date'])
        .where((row) => row.and({ team_id: team, kind }))
        .where('name', 'is not', null)
        .$if(dates !== undefined, (query) =>
          query.where('date', '>=', dates?.from ?? '').where('date', '<=', dates?.to ?? ''),
        )
        .orderBy(sql`date nulls first`)
        .orderBy('name')
        .orderBy('id')
        .execute(),

    idsOf: async (team, kind) => (await run<{ id: string }>('idsOf', team, kind)).map(({ id }) => id),

    count: async (team) => (await run<{ count: number }>('count', team))[0]?.count ?? 0,
  };
}

/** What the author had seen. PostgreSQL can't parse each text that JSON can hold. */
export const seeingRecord = `case when record like '%"seen":%' then record end as record`;

/** An empty `change` is one whose content was removed before it was packed. */
const texts = {
  // The snapshot comes first, without an id. All at one instant: a team may be deleted between two statements.
  load: `
    with snapshot as (select version, body from snapshots where team_id = ?1 and document_id = ?2)
    select version, null as id, null as author, 0 as at, body as change from snapshot
    union all
    select * from (
      select version, id, author, at, change from changes
      where team_id = ?1 and document_id = ?2 and change <> ''
        and version > coalesce((select version from snapshot), 0)
      order by version
    ) as later`,
  changesAfter: `
    select version, id, author, at, change, ${seeingRecord} from changes
    where team_id = ?1 and document_id = ?2 and version > ?3 and change <> ''
    order by version limit ?4`,
  changeKey: 'select id, at from changes where team_id = ?1 and document_id = ?2 and version = ?3',
  findChange: `
    select version, id, author, at, change from changes
    where team_id = ?1 and document_id = ?2 and id = ?3`,
  historyOfTeam: `
    select document_id, version, author, at, record from changes
    where team_id = ?1 and at >= ?2 and (at, document_id, version) < (?3, ?4, cast(?5 as bigint)) and change <> ''
    order by at desc, document_id desc, version desc limit ?6`,
  historyOfDocument: `
    select document_id, version, author, at, record from changes
    where team_id = ?1 and document_id = ?2 and version < cast(?3 as bigint) and at >= ?4 and change <> ''
    order by version desc limit ?5`,
  historyStart: 'select version, body from history_starts where team_id = ?1 and document_id = ?2',
  packAt: `
    select * from packs where team_id = ?1 and document_id = ?2 and to_version >= ?3
    order by from_version limit 1`,
  packBefore: `
    select * from packs where team_id = ?1 and document_id = ?2 and from_version < ?3
    order by from_version desc limit 1`,
  packOfTeam: `
    select * from packs where team_id = ?1 and last_at >= ?2 and first_at <= ?3
      and (last_at, document_id, from_version) < (?4, ?5, ?6)
    order by last_at desc, document_id desc, from_version desc limit 1`,
  packOfChange: 'select * from packs where team_id = ?1 and document_id = ?2 and instr(ids, ?3) > 0',
  version: 'select version from documents where team_id = ?1 and id = ?2',
  idsOf: 'select id from documents where team_id = ?1 and kind = ?2 order by id',
  role: 'select role from members where team_id = ?1 and user_id = ?2',
  requiresSecondFactor: 'select team_id from second_factor_teams where team_id = ?1',
  count: 'select count(*) as count from documents where team_id = ?1',
} as const;

export function statementsFor(engine: DatabaseStore['engine']): typeof texts {
  if (engine === 'sqlite') return texts;
  const asPostgres = (text: string) =>
    text.replaceAll(/\?(\d)/g, '$$$1').replace('instr(ids, $3)', 'position($3 in ids)');
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, asPostgres(text)]),
  ) as typeof texts;
}

export function parseChange({ version, id, author, at, change, record }: ChangeRow): StoredChange {
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

const storedOf = <C>({ version, id, by, at }: PackedChange, change: C) => ({ version, id, by, at, change });

/** Those whose content is there. */
const rowsOf = (pack: PackRow): HistoryRow[] =>
  decodePack(pack).changes.flatMap(({ version, at, by, change, record }) =>
    change ? [{ document: pack.document_id, version, by, at, record }] : [],
  );

const compare = (one: HistoryPosition, other: HistoryPosition): number =>
  one.at - other.at || compareIds(one.document, other.document) || one.version - other.version;

const compareIds = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
