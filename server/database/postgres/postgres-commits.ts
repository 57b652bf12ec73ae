import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import {
  type CommitGroup,
  type CommitResult,
  type DocumentStore,
  DuplicateChange,
  RowsLocked,
  VersionConflict,
} from '../document-store.ts';
import { commitStatement, type LostRow } from './commit-statement.ts';
import type { Pool } from './connection.ts';
import { holdDocuments, type OpenHold } from './document-hold.ts';
import { codeOf, isLocked, isOutcomeUnknown, isRefused } from './postgres-errors.ts';

/** How long an unknown outcome is looked into, in milliseconds. */
const LONGEST_SEARCH = 8_000;
const PAUSE = 100;
/** A deadlock, or a creation that another one won: the next attempt sees what happened. */
const mostAttempts = 5;

const unique = '23505';
const deadlocks: ReadonlySet<string> = new Set(['40P01', '40001']);

/** Nothing was sent, as when PostgreSQL has no connection left. */
class EarlierCommitRunning extends Error {
  readonly code = '53300';
}

/** By the number of a group, why it is not stored. `packs-changed`: it is to be tried again. */
type Lost = Map<number, CommitResult | 'packs-changed'>;

type Commits = Required<Pick<DocumentStore, 'commitGroups' | 'holdDocuments'>>;

/** Commits each group by itself, all in one round trip. */
export function postgresCommits(pool: Pool): Commits {
  async function run(statement: pg.QueryConfig, held: OpenHold | null): Promise<Lost> {
    const { rows } = await (held ? held.commit<LostRow>(statement) : pool.query<LostRow>(statement));
    return new Map(rows.map((row) => [row.number, resultOf(row)]));
  }

  /** Whether the first document of a group has the group's change in the version that it was to make. */
  async function isStored(group: CommitGroup): Promise<boolean> {
    const commit = group.find(({ changes }) => changes.length > 0);
    const first = commit?.changes[0];
    if (!commit || !first) return false;
    const { rows } = await pool.query({
      name: 'change-id',
      text: 'select id from changes where team_id = $1 and document_id = $2 and version = $3',
      values: [commit.team, commit.document, first.version],
    });
    return rows[0]?.id === first.id;
  }

  /** The numbers of the groups with a change that is in its document already. */
  async function findDuplicates(groups: readonly CommitGroup[]): Promise<ReadonlySet<number>> {
    const ids = groups.flatMap((group, number) =>
      group.flatMap(({ team, document, changes }) =>
        changes.map(({ id }) => [number, team, document, id] as const),
      ),
    );
    const { rows } = await pool.query<{ number: number }>({
      text: `select distinct number
        from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as given (number, team_id, document_id, id)
        join changes using (team_id, document_id, id)`,
      values: [0, 1, 2, 3].map((column) => ids.map((row) => row[column])),
    });
    return new Set(rows.map(({ number }) => number));
  }

  /**
   * When the connection breaks during a commit, nobody knows whether it happened, and it may still be running. The same
   * statement decides: it waits for the rows that the lost one holds, and stores what is not stored yet. One that PostgreSQL still
   * carries out, such as one that waits for a copy, is waited for first. Otherwise each further commit would leave another behind.
   */
  async function runUntilKnown(
    groups: readonly CommitGroup[],
    held: OpenHold | null,
    patience: number | undefined,
  ): Promise<Lost> {
    const statement = commitStatement(groups, patience);
    const deadline = performance.now() + LONGEST_SEARCH;
    let wasUnknown = false;
    for (;;) {
      try {
        if (await pool.isGivenUpRunning()) throw new EarlierCommitRunning();
        const lost = await run(statement, wasUnknown ? null : held);
        if (wasUnknown) {
          for (const number of lost.keys()) if (await isStored(groups[number] ?? [])) lost.delete(number);
        }
        return lost;
      } catch (error) {
        if (!wasUnknown && isLocked(error))
          throw new RowsLocked('A row is held by something else.', { cause: error });
        wasUnknown ||= isOutcomeUnknown(error);
        const mayAskAgain = wasUnknown && (isLocked(error) || !isRefused(error));
        if (!mayAskAgain || performance.now() > deadline) throw error;
        await wait(PAUSE);
      }
    }
  }

  async function commitGroups(
    groups: readonly CommitGroup[],
    patience?: number,
    held: OpenHold | null = null,
  ): Promise<readonly CommitResult[]> {
    const results: CommitResult[] = groups.map(() => 'stored');
    let left = groups.map((group, number) => ({ group, number }));
    for (let attempt = 1; left.length > 0; attempt++) {
      try {
        const first = attempt === 1 ? held : null;
        const lost = await runUntilKnown(
          left.map(({ group }) => group),
          first,
          patience,
        );
        for (const [index, { number }] of left.entries()) {
          const result = lost.get(index) ?? 'stored';
          results[number] = result === 'packs-changed' ? 'conflict' : result;
        }
        if (attempt === mostAttempts) break;
        left = left.filter((_, index) => lost.get(index) === 'packs-changed');
      } catch (error) {
        const code = codeOf(error) ?? '';
        if (attempt === mostAttempts || (code !== unique && !deadlocks.has(code))) throw error;
        if (code !== unique) continue;
        const duplicates = await findDuplicates(left.map(({ group }) => group));
        for (const index of duplicates) results[left[index]?.number ?? -1] = 'duplicate';
        left = left.filter((_, index) => !duplicates.has(index));
      }
    }
    return results;
  }

  return {
    commitGroups: (groups, patience) => commitGroups(groups, patience),

    async holdDocuments(names, patience) {
      const held = await holdDocuments(pool, names, patience).catch((error) => {
        throw isLocked(error)
          ? new RowsLocked('A document is held by something else.', { cause: error })
          : error;
      });
      return {
        commitGroups: (groups) => commitGroups(groups, patience, held),
        release: held.release,
      };
    },
  };
}

function resultOf({ author_changed, is_packed, packs_changed }: LostRow): CommitResult | 'packs-changed' {
  if (author_changed) return 'author-changed';
  if (is_packed) return 'duplicate';
  return packs_changed ? 'packs-changed' : 'conflict';
}

/** Rejects as `DocumentStore.commit` does for a group that was not stored. */
export function requireStored([result]: readonly CommitResult[], group: CommitGroup): void {
  const names = group.map(({ team, document, from }) => `${team}/${document} from ${from}`).join(', ');
  if (result === 'conflict' || result === 'author-changed')
    throw new VersionConflict(`another version: ${names}`);
  if (result === 'duplicate') throw new DuplicateChange(`a change is there already: ${names}`);
}
