import type { DatabaseSync } from 'node:sqlite';
import type { DocumentRef, UnpackedRange, UnpackedRow } from '../document-store.ts';
import type { CompactionSteps } from '../kysely/compaction.ts';
import type { DuePack } from '../packs/pack-compaction.ts';
import { largestPack, type Pack } from '../packs/pack-format.ts';
import type { PackHead, PackReader } from '../packs/pack-store.ts';
import { type FirstRows, firstVersions, type PackingSteps } from '../packs/packing.ts';
import type { Tables } from '../tables.ts';

type Row = Tables['packs'];

export interface SqlitePacks
  extends PackReader,
    Pick<PackingSteps, 'firstRows'>,
    Pick<CompactionSteps, 'duePack'> {
  unpacked(range: UnpackedRange, limit: number): Promise<readonly UnpackedRow[]>;
}

const head = `document_id, from_version, to_version, first_at, last_at, others_from, breaks_from`;
const due = (column: string) => `
  select p.document_id as document, d.kind, p.from_version as "from" from packs p
  join documents d on d.team_id = p.team_id and d.id = p.document_id
  where p.team_id = ? and p.${column} < ? limit 1`;

/** Reads packs, and what is to be packed. */
export function sqlitePacks(database: DatabaseSync): SqlitePacks {
  const packed = database.prepare('select packed from documents where team_id = ? and id = ?');
  const ids = database.prepare(
    'select ids from packs where team_id = ? and document_id = ? order by from_version',
  );
  const pack = database.prepare(`
    select ${head}, ids, contents from packs where team_id = ? and document_id = ? and from_version = ?`);
  const ofDocument = database.prepare(`
    select ${head} from packs where team_id = ? and document_id = ? and to_version > ? order by from_version`);
  const ofTeam = database.prepare(`
    select ${head} from packs
    where team_id = ? and last_at >= ? and first_at <= ? and (last_at, document_id, from_version) < (?, ?, ?)
    order by last_at desc, document_id desc, from_version desc limit ?`);
  const firstRows = database.prepare(`
    select version, id, author, at, change, record from changes
    where team_id = ? and document_id = ? and version in (${firstVersions('?', '?', '?', '?')})
    order by version`);
  const snapshot = database.prepare('select version from snapshots where team_id = ? and document_id = ?');
  const unpacked = database.prepare(`
    select c.document_id as document, c.version, c.at, c.record is not null or c.change = '' as recorded
    from changes c join documents d on d.team_id = c.team_id and d.id = c.document_id
    where c.team_id = ? and (c.at, c.document_id, c.version) > (?, ?, ?) and c.at < ?
      and (d.kind <> 'layout' or d.date is null or d.date < ?)
    order by c.at, c.document_id, c.version limit ?`);
  const dueOthers = database.prepare(due('others_from'));
  const dueBreaks = database.prepare(due('breaks_from'));
  const packedOf = ({ team, document }: DocumentRef) => Number(packed.get(team, document)?.packed ?? 0);

  return {
    packed: async (names) => names.map(packedOf),
    // In this order: the ids of a later pack do no harm.
    ids: async (ref) => ({
      packed: packedOf(ref),
      ids: ids.all(ref.team, ref.document).map((row) => row.ids as Uint8Array),
    }),
    async pack({ team, document }, from) {
      const row = pack.get(team, document, from);
      return row ? parsePack(row) : null;
    },
    ofDocument: async ({ team, document }, after) => ofDocument.all(team, document, after).map(parseHead),
    async ofTeam({ team, from, to, after }, limit) {
      const {
        lastAt,
        document,
        from: version,
      } = after ?? { lastAt: Number.MAX_SAFE_INTEGER, document: '', from: 0 };
      return ofTeam.all(team, from, to, lastAt, document, version, limit).map(parseHead);
    },
    firstRows: async ({ team, document }, limit) => ({
      rows: firstRows.all(team, document, team, document, limit, largestPack) as unknown as FirstRows['rows'],
      snapshot: Number(snapshot.get(team, document)?.version ?? 0),
    }),
    unpacked: async ({ team, after, before, date }, limit) =>
      unpacked
        .all(team, after.at, after.document, after.version, before, date, limit)
        .map(({ recorded, ...row }) => ({ ...row, isRecorded: recorded === 1 }) as unknown as UnpackedRow),
    async duePack(team, { about, before }) {
      const statement = about === 'others' ? dueOthers : dueBreaks;
      return (statement.get(team, before) as unknown as DuePack | undefined) ?? null;
    },
  };
}

function parseHead(row: Record<string, unknown>): PackHead {
  const { document_id, from_version, to_version, first_at, last_at, others_from, breaks_from } =
    row as unknown as Row;
  return {
    document: document_id,
    from: from_version,
    to: to_version,
    firstAt: first_at,
    lastAt: last_at,
    othersFrom: others_from,
    breaksFrom: breaks_from,
  };
}

function parsePack(row: Record<string, unknown>): Pack {
  const { document: _, ...pack } = parseHead(row);
  const { ids, contents } = row as unknown as Row;
  return { ...pack, ids, contents };
}
