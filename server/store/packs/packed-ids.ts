import type { CommitGroup, CommitResult, DocumentCommit, DocumentRef } from '../document-store.ts';
import { findId } from './pack-format.ts';
import type { PackReader } from './pack-store.ts';

/** In bytes, of all documents together. */
const largestCache = 2_000_000;

interface Known {
  readonly packed: number;
  readonly ids: readonly Uint8Array[];
  readonly size: number;
}

/**
 * Keeps a packed change from being made again, which the unique key of the rows doesn't: a commit says which changes of
 * a document it knows to be packed, and fails if others are. Most documents that change have none.
 */
export interface PackedIds {
  /** The last version that is known to be packed. */
  packed(ref: DocumentRef): number;
  /** Whether one of the changes is packed, as far as is known. */
  hasChange(commits: readonly DocumentCommit[]): Promise<boolean>;
  /** After a commit failed: false if its documents have only the packs that were known. */
  learn(commits: readonly DocumentCommit[]): Promise<boolean>;
}

export function createPackedIds(reader: Pick<PackReader, 'ids' | 'packed'>): PackedIds {
  /** Least recently learned first. */
  const documents = new Map<string, Known>();
  let size = 0;
  const keyOf = ({ team, document }: DocumentRef) => `${team}/${document}`;
  const find = (ref: DocumentRef) => (documents.size === 0 ? undefined : documents.get(keyOf(ref)));

  function remember(key: string, known: Known): void {
    size += known.size - (documents.get(key)?.size ?? 0);
    documents.delete(key);
    documents.set(key, known);
    for (const [oldest, each] of documents) {
      if (size <= largestCache || oldest === key) break;
      documents.delete(oldest);
      size -= each.size;
    }
  }

  const isKnown = (commit: DocumentCommit) => {
    const { ids = [] } = (commit.from > 0 && find(commit)) || {};
    return commit.changes.some(({ id }) => ids.some((bytes) => findId(bytes, id) !== -1));
  };

  async function learn(commits: readonly DocumentCommit[]): Promise<boolean> {
    const changed = commits.filter(({ from, changes }) => from > 0 && changes.length > 0);
    const versions = await reader.packed(changed);
    const unknown = changed.filter((ref, index) => versions[index] !== (find(ref)?.packed ?? 0));
    for (const ref of unknown) {
      const { packed, ids } = await reader.ids(ref);
      // A key and the arrays themselves count too.
      remember(keyOf(ref), { packed, ids, size: ids.reduce((sum, { length }) => sum + length, 500) });
    }
    return unknown.length > 0;
  }

  return {
    packed: (ref) => find(ref)?.packed ?? 0,

    async hasChange(commits) {
      if (!commits.some(isKnown)) return false;
      // The team may have been deleted since, and made again.
      await learn(commits);
      return commits.some(isKnown);
    },

    learn,
  };
}

/** Once without knowing the packs of its documents, and again after learning of them. */
export const mostAttempts = 3;

/** `packs-unknown`: a group that lost only because its documents have packs that were not known. */
export type RawResult = CommitResult | 'packs-unknown';

type Commit<Result> = (groups: readonly CommitGroup[], patience?: number) => Promise<readonly Result[]>;

/** Commits groups again that lost only because of packs that were not known. */
export function commitBesidePacks(
  packedIds: PackedIds,
  commitGroups: Commit<RawResult>,
): Commit<CommitResult> {
  async function commit(
    groups: readonly CommitGroup[],
    patience: number | undefined,
    attempt: number,
  ): Promise<readonly CommitResult[]> {
    const results: RawResult[] = [];
    for (const group of groups) results.push((await packedIds.hasChange(group)) ? 'duplicate' : 'conflict');
    const indexesOf = (result: RawResult) => [...results.keys()].filter((index) => results[index] === result);
    const pick = (indexes: readonly number[]) => indexes.map((index) => groups[index] ?? []);
    const note = (indexes: readonly number[], answers: readonly RawResult[]) =>
      indexes.forEach((index, position) => {
        results[index] = answers[position] ?? 'conflict';
      });
    const tried = indexesOf('conflict');
    if (tried.length > 0) note(tried, await commitGroups(pick(tried), patience));
    const unknown = indexesOf('packs-unknown');
    const mayLearn = unknown.length > 0 && attempt < mostAttempts;
    if (mayLearn && (await packedIds.learn(pick(unknown).flat()))) {
      note(unknown, await commit(pick(unknown), patience, attempt + 1));
    }
    return results.map((result) => (result === 'packs-unknown' ? 'conflict' : result));
  }

  return (groups, patience) => commit(groups, patience, 1);
}
