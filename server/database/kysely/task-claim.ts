import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Work that one of several nodes does at a time. */
export interface TaskClaim {
  /** False while another node has it. Taken again before it ends, it goes on. */
  take(): Promise<boolean>;
  release(): Promise<void>;
}

/** A node that dies holds a task for so long, in milliseconds. */
const LIFE = 600_000;

export function createTaskClaim(kysely: Kysely<Tables>, task: string, now: () => number): TaskClaim {
  const key = `claim ${task}`;
  const node = randomUUID();
  return {
    take: () =>
      kysely.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('meta')
          .select('value')
          .where('key', '=', key)
          .executeTakeFirst();
        const claim = row ? JSON.parse(row.value) : null;
        if (claim && claim.node !== node && claim.until > now()) return false;
        const value = JSON.stringify({ node, until: now() + LIFE });
        await transaction
          .insertInto('meta')
          .values({ key, value })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
          .execute();
        return true;
      }),
    async release() {
      await kysely.deleteFrom('meta').where('key', '=', key).where('value', 'like', `%${node}%`).execute();
    },
  };
}
