import type { Kysely } from 'kysely';
import type { Reach, ReachStore } from '../reach-store.ts';
import type { Tables } from '../tables.ts';

export function kyselyReaches(kysely: Kysely<Tables>): ReachStore {
  async function find(team: string): Promise<Reach | null> {
    const row = await kysely
      .selectFrom('reaches')
      .select('body')
      .where('team_id', '=', team)
      .executeTakeFirst();
    return row ? parse(row) : null;
  }

  return {
    find,
    async put(reach) {
      await kysely
        .insertInto('reaches')
        .values({ team_id: reach.team, body: JSON.stringify(reach) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await find(reach.team))?.id === reach.id;
    },
    async all() {
      return (await kysely.selectFrom('reaches').select('body').orderBy('team_id').execute()).map(parse);
    },
    async remove(team, id) {
      const found = await find(team);
      if (found?.id !== id) return;
      await kysely
        .deleteFrom('reaches')
        .where('team_id', '=', team)
        .where('body', '=', JSON.stringify(found))
        .execute();
    },
  };
}

const parse = ({ body }: Pick<Tables['reaches'], 'body'>): Reach => JSON.parse(body);
