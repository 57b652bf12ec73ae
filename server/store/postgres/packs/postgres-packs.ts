import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { DocumentStore, UnpackedRow } from '../../document-store.ts';
import type { CompactionSteps } from '../../kysely/compaction.ts';
import type { DuePack } from '../../packs/pack-compaction.ts';
import { largestPack, type Pack } from '../../packs/pack-format.ts';
import type { PackHead, PackReader, PackWrite } from '../../packs/pack-store.ts';
import { type FirstRows, firstVersions, type PackingSteps } from '../../packs/packing.ts';
import type { Tables } from '../../tables.ts';
import { writeSnapshot, writeStart } from './postgres-snapshots.ts';

export interface PostgresPacks
  extends PackReader,
    Pick<PackingSteps, 'firstRows' | 'writePack'>,
    Pick<CompactionSteps, 'duePack'>,
    Pick<DocumentStore, 'unpacked'> {}

type HeadRow = Omit<Tables['packs'], 'team_id' | 'ids' | 'contents'>;

/** Reads and writes packs, and reads what is to be packed. */
export function postgresPacks(pool: pg.Pool, kysely: Kysely<Tables>): PostgresPacks {
  async function run<Row extends pg.QueryResultRow>(
    name: keyof typeof statements,
    ...values: unknown[]
  ): Promise<Row[]> {
    return (await pool.query<Row>({ name, text: statements[name], values })).rows;
  }

  return {
    async packed(names) {
      const rows = await run<{ packed: number | null }>(
        'packed',
        names.map(({ team }) => team),
        names.map(({ document }) => document),
      );
      return rows.map(({ packed }) => packed ?? 0);
    },

    async ids({ team, document }) {
      const rows = await run<{ packed: number; ids: Uint8Array | null }>('ids', team, document);
      return { packed: rows[0]?.packed ?? 0, ids: rows.flatMap(({ ids }) => ids ?? []) };
    },

    async pack({ team, document }, from) {
      const [row] = await run<HeadRow & Pick<Pack, 'ids' | 'contents'>>('pack', team, document, from);
      if (!row) return null;
      const { document: _, ...head } = parseHead(row);
      return { ...head, ids: row.ids, contents: row.contents };
    },

    ofDocument: async ({ team, document }, after) =>
      (await run<HeadRow>('packsOfDocument', team, document, after)).map(parseHead),

    async ofTeam({ team, from, to, after }, limit) {
      const place = after ? [after.lastAt, after.document, after.from] : [Number.MAX_SAFE_INTEGER, '', 0];
      return (await run<HeadRow>('packsOfTeam', team, from, to, ...place, limit)).map(parseHead);
    },

    async firstRows({ team, document }, limit) {
      const rows = await run<FirstRows['rows'][number]>('firstRows', team, document, limit, largestPack);
      const [snapshot] = await run<{ version: number }>('snapshotVersion', team, document);
      return { rows, snapshot: snapshot?.version ?? 0 };
    },

    unpacked: ({ team, after, before, date }, limit) =>
      run<UnpackedRow>('unpacked', ...[team, after.at, after.document, after.version, before, date, limit]),

    async duePack(team, { about, before }) {
      const [due] = await run<DuePack>(about === 'others' ? 'dueOthers' : 'dueBreaks', team, before);
      return due ?? null;
    },

    writePack: (write) =>
      kysely
        .transaction()
        .execute((transaction) => writePack(transaction, write))
        .catch((error: unknown) => {
          if (error instanceof NotAsRead) return false;
          throw error;
        }),
  };
}

class NotAsRead extends Error {}

async function writePack(
  transaction: Kysely<Tables>,
  { team, document, pack, replaces, moved, snapshot, hasBody, start }: PackWrite,
): Promise<true> {
  const require = ({ numAffectedRows }: { numAffectedRows?: bigint }, count: number) => {
    if (Number(numAffectedRows) !== count) throw new NotAsRead();
  };
  if (moved) {
    const { from, to } = moved;
    // First, as commits and the deletion of a team begin with it.
    require(await sql`
        update documents set packed = ${to} where team_id = ${team} and id = ${document} and packed = ${from - 1}
      `.execute(transaction), 1);
    require(await sql`
        delete from changes where team_id = ${team} and document_id = ${document} and version between ${from} and ${to}
      `.execute(transaction), to - from + 1);
  }
  if (replaces) {
    require(await sql`
        delete from packs where team_id = ${team} and document_id = ${document} and from_version = ${replaces.from}
          and to_version = ${replaces.to} and others_from is not distinct from ${replaces.othersFrom}::bigint
          and breaks_from is not distinct from ${replaces.breaksFrom}::bigint
      `.execute(transaction), 1);
  }
  await transaction
    .insertInto('packs')
    .values({
      ...{ team_id: team, document_id: document, from_version: pack.from, to_version: pack.to },
      ...{ first_at: pack.firstAt, last_at: pack.lastAt },
      ...{ others_from: pack.othersFrom, breaks_from: pack.breaksFrom },
      ...{ ids: Buffer.from(pack.ids), contents: Buffer.from(pack.contents) },
    })
    .execute();
  if (hasBody) {
    await transaction
      .deleteFrom('snapshots')
      .where('team_id', '=', team)
      .where('document_id', '=', document)
      .where('version', '<=', pack.to)
      .execute();
  }
  if (snapshot) {
    const { version, body } = snapshot;
    await writeSnapshot({ team, document, version, body: JSON.stringify(body) }).execute(transaction);
  }
  if (start) {
    const { version, body } = start;
    await writeStart({ team, document, version, body: JSON.stringify(body) }).execute(transaction);
  }
  return true;
}

const head = 'document_id, from_version, to_version, first_at, last_at, others_from, breaks_from';
const due = (column: string) => `
  select p.document_id as document, d.kind, p.from_version as "from" from packs p
  join documents d on d.team_id = p.team_id and d.id = p.document_id
  where p.team_id = $1 and p.${column} < $2 limit 1`;

const statements = {
  packed: `
    select packed from unnest($1::text[], $2::text[]) with ordinality as named (team_id, id, position)
    left join documents using (team_id, id) order by position`,
  ids: `
    select d.packed, p.ids from documents d
    left join packs p on p.team_id = d.team_id and p.document_id = d.id
    where d.team_id = $1 and d.id = $2 order by p.from_version`,
  pack: `
    select ${head}, ids, contents from packs where team_id = $1 and document_id = $2 and from_version = $3`,
  packsOfDocument: `
    select ${head} from packs where team_id = $1 and document_id = $2 and to_version > $3 order by from_version`,
  packsOfTeam: `
    select ${head} from packs
    where team_id = $1 and last_at >= $2 and first_at <= $3
      and (last_at, document_id, from_version) < ($4, $5, $6::int)
    order by last_at desc, document_id desc, from_version desc limit $7`,
  firstRows: `
    select version, id, author, at, change, record from changes
    where team_id = $1 and document_id = $2 and version in (${firstVersions('$1', '$2', '$3', '$4')})
    order by version`,
  snapshotVersion: 'select version from snapshots where team_id = $1 and document_id = $2',
  unpacked: `
    select c.document_id as document, c.version, c.at, c.record is not null or c.change = '' as "isRecorded"
    from changes c join documents d on d.team_id = c.team_id and d.id = c.document_id
    where c.team_id = $1 and (c.at, c.document_id, c.version) > ($2, $3, $4::int) and c.at < $5
      and (d.kind <> 'layout' or d.date is null or d.date < $6)
    order by c.at, c.document_id, c.version limit $7`,
  dueOthers: due('others_from'),
  dueBreaks: due('breaks_from'),
} as const;

const parseHead = (row: HeadRow): PackHead => ({
  document: row.document_id,
  from: row.from_version,
  to: row.to_version,
  firstAt: row.first_at,
  lastAt: row.last_at,
  othersFrom: row.others_from,
  breaksFrom: row.breaks_from,
});
