import type {
  DocumentRef,
  DocumentStore,
  HistoryPosition,
  HistoryRange,
  HistoryRow,
} from '../../server/database/document-store.ts';

const end: HistoryPosition = { at: 9e15, document: '', version: Number.MAX_SAFE_INTEGER };

/** Packs all changes of a document from before an instant. Resolves with the number of steps. */
export async function packAll(documents: DocumentStore, ref: DocumentRef, before = 9e15): Promise<number> {
  let steps = 0;
  while (await documents.packHistory(ref, before)) steps += 1;
  return steps;
}

async function allPages(
  documents: DocumentStore,
  range: Omit<HistoryRange, 'before'>,
  limit: number,
): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = [];
  for (let before = end; ; ) {
    const page = await documents.history({ ...range, before }, limit);
    rows.push(...page);
    const last = page.at(-1);
    if (!last) return rows;
    before = last;
  }
}

/** The first ones, and some of a long history. */
const isLookedAt = (version: number): boolean => version <= 30 || version % 16 < 2;

/** All that a store tells of a team's documents and their history, in pages that end everywhere. */
export async function readEverything(
  documents: DocumentStore,
  team: string,
  ids: Readonly<Record<string, readonly string[]>>,
): Promise<unknown> {
  const read: unknown[] = [];
  for (const [document, changes] of Object.entries(ids)) {
    const ref = { team, document };
    const versions = changes.map((_, index) => index + 1).filter(isLookedAt);
    const found = await Promise.all(
      changes.filter((_, index) => isLookedAt(index + 1)).map((id) => documents.findChange(ref, id)),
    );
    read.push({
      document,
      loaded: await documents.load(ref),
      all: await Array.fromAsync(documents.changes(ref)),
      keys: await Promise.all(versions.map((version) => documents.changeKey(ref, version))),
      // Who made a change goes with its content, which the store in memory only hides.
      found: found.map((each) => each && { ...each, by: each.change && each.by }),
      history: await allPages(documents, { team, document, from: 0 }, 19),
    });
  }
  const history = await allPages(documents, { team, from: 0 }, 14);
  const middle = history[Math.floor(history.length / 2)]?.at ?? 0;
  return { read, history, recent: await documents.history({ team, before: end, from: middle }, 9) };
}
