import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import {
  type CommitGroup,
  type CommitResult,
  type DocumentRef,
  DuplicateChange,
  VersionConflict,
} from '../document-store.ts';
import { commitStatement } from './commit-statement.ts';
import { codeOf, isOutcomeUnknown, isUnreachable } from './postgres-errors.ts';

/** How long an unknown outcome is looked into, in milliseconds. */
const LONGEST_SEARCH = 8_000;
const PAUSE = 100;
/** A deadlock, or a creation that another one won: the next attempt sees what happened. */
const mostAttempts = 5;

const unique = '23505';
const deadlocks: ReadonlySet<string> = new Set(['40P01', '40001']);

/** Commits each group by itself, all in one round trip. `packedOf`: the last version of a document that is known to be packed. */
export function createCommitGroups(pool: pg.Pool, packedOf: (ref: DocumentRef) => number) {
  async function run(statement: pg.QueryConfig): Promise<ReadonlySet<number>> {
    const { rows } = await pool.query<{ number: number }>(statement);
    return new Set(rows.map(({ number }) => number));
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
   * statement decides: it waits for the rows that the lost one holds, and stores what is not stored yet.
   */
  async function runUntilKnown(groups: readonly CommitGroup[]): Promise<ReadonlySet<number>> {
    const statement = commitStatement(groups, packedOf);
    const deadline = performance.now() + LONGEST_SEARCH;
    let wasUnknown = false;
    for (;;) {
      try {
        const lost = new Set(await run(statement));
        if (wasUnknown) {
          for (const number of lost) if (await isStored(groups[number] ?? [])) lost.delete(number);
        }
        return lost;
      } catch (error) {
        const mayEndWell = isOutcomeUnknown(error) || (wasUnknown && isUnreachable(error));
        if (!mayEndWell || performance.now() > deadline) throw error;
        wasUnknown = true;
        await wait(PAUSE);
      }
    }
  }

  return async function commitGroups(groups: readonly CommitGroup[]): Promise<readonly CommitResult[]> {
    const results: CommitResult[] = groups.map(() => 'stored');
    let left = groups.map((group, number) => ({ group, number }));
    for (let attempt = 1; left.length > 0; attempt++) {
      try {
        const lost = await runUntilKnown(left.map(({ group }) => group));
        for (const index of lost) results[left[index]?.number ?? -1] = 'conflict';
        break;
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
  };
}

/** Rejects as `DocumentStore.commit` does for a group that was not stored. */
export function requireStored([result]: readonly CommitResult[], group: CommitGroup): void {
  const names = group.map(({ team, document, from }) => `${team}/${document} from ${from}`).join(', ');
  if (result === 'conflict') throw new VersionConflict(`another version: ${names}`);
  if (result === 'duplicate') throw new DuplicateChange(`a change is there already: ${names}`);
}
