import type { Change } from '../../../domain/change/change.ts';
import type { DocumentRef, DocumentStore, LoadedDocument } from '../document-store.ts';
import type { Tables } from '../tables.ts';
import { decodePack, encodePack, largestPack, mostInPack, type PackedChange } from './pack-format.ts';
import type { PackHead, PackReader, PackWrite } from './pack-store.ts';

type Row = Pick<Tables['changes'], 'version' | 'id' | 'author' | 'at' | 'change' | 'record'>;

/** The first changes of a document that aren't packed. */
export interface FirstRows {
  readonly rows: readonly Row[];
  /** The version of its snapshot; 0 if there is none. */
  readonly snapshot: number;
}

export interface PackingSteps extends Pick<DocumentStore, 'load'>, PackReader {
  firstRows(ref: DocumentRef, limit: number): Promise<FirstRows>;
  /** False, with nothing written, if it isn't as it was read anymore. */
  writePack(write: PackWrite): Promise<boolean>;
}

/** The first versions of a document, at most `limit`; no further ones after changes of so many bytes: each can have a megabyte. */
export const firstVersions = (team: string, document: string, limit: string, bytes: string): string => `
  select version from (
    select version, sum(size) over (order by version) - size as before from (
      select version, octet_length(change) as size from changes
      where team_id = ${team} and document_id = ${document} order by version limit ${limit}
    ) as rows
  ) as sizes where before < ${bytes}`;

/** Moves changes from rows to packs, in order of their versions. A pack is written again until it is full. */
export function createPacking(store: PackingSteps): DocumentStore['packHistory'] {
  /** The last pack, if more fits into it. */
  async function unfilled(ref: DocumentRef, last: PackHead | null): Promise<readonly PackedChange[]> {
    if (!last || last.to - last.from + 1 >= mostInPack) return [];
    const pack = await store.pack(ref, last.from);
    return pack?.to === last.to ? decodePack(pack).changes : [];
  }

  return async (ref, before) => {
    const { rows, snapshot } = await store.firstRows(ref, mostInPack);
    const [first] = rows;
    if (!first) return false;
    const [last = null] = await store.ofDocument(ref, first.version - 2);
    if (first.version !== (last?.to ?? 0) + 1) return false;
    const earlier = await unfilled(ref, last);
    let kept = earlier;
    let moved = fitting(rows, kept, before);
    if (moved.length === 0 && kept.length > 0) {
      kept = [];
      moved = fitting(rows, kept, before);
    }
    // The document itself goes into the pack that reaches its last version.
    const mayEnd = moved.length === rows.length;
    let current: LoadedDocument | null = null;
    if (mayEnd || (moved.at(-1)?.version ?? 0) > snapshot) {
      current = await store.load(ref);
      // Without a snapshot of its effect, a change is needed to load its document.
      if (!current || current.skipped) {
        current = null;
        moved = moved.filter(({ version }) => version <= snapshot);
      }
    }
    const [from, to] = [moved[0]?.version, moved.at(-1)?.version];
    if (from === undefined || to === undefined) return false;
    const body = current?.version === to ? current.body : null;
    const pack = await encodePack({ changes: [...kept, ...moved], body });
    if (!pack) return false;
    return store.writePack({
      ...{ ...ref, pack, moved: { from, to } },
      replaces: kept.length > 0 ? last : null,
      snapshot: body === null && to > snapshot ? current : null,
      hasBody: body !== null,
      start: null,
    });
  };
}

/** The first rows from before an instant that fit into a pack with these changes. */
function fitting(rows: readonly Row[], kept: readonly PackedChange[], before: number): PackedChange[] {
  const fits: PackedChange[] = [];
  let size = Buffer.byteLength(JSON.stringify(kept));
  for (const [index, row] of rows.entries()) {
    if (row.at >= before || row.version !== (rows[0]?.version ?? 0) + index) break;
    // History adds a record to a row, and not to a packed change.
    if (row.record === null && row.change !== '') break;
    const count = kept.length + fits.length;
    size += Buffer.byteLength(row.change) + Buffer.byteLength(row.record ?? '');
    if (count === mostInPack || (count > 0 && size > largestPack)) break;
    fits.push(parseRow(row));
  }
  return fits;
}

const parseRow = ({ version, id, author, at, change, record }: Row): PackedChange => ({
  version,
  id,
  by: author,
  at,
  change: change === '' ? null : (JSON.parse(change) as Change),
  record: record === null ? null : JSON.parse(record),
});
