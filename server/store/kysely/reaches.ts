import type { Kysely } from 'kysely';
import type { Reach, ReachStore } from '../reach-store.ts';
import type { Tables } from '../tables.ts';

export function kyselyReaches(kysely: Kysely<Tables>): ReachStore {
  const ofTeam = (db: Kysely<Tables>, team: string) =>
    db.selectFrom('reaches').select('body').where('team_id', '=', team).executeTakeFirst();
  return {
    put: (reach) =>
      kysely.transaction().execute(async (transaction) => {
        const row = await ofTeam(transaction, reach.team);
        if (row) return parse(row).id === reach.id;
        await transaction
          .insertInto('reaches')
          .values({ team_id: reach.team, body: JSON.stringify(reach) })
          .execute();
        return true;
      }),
    async find(team) {
      const row = await ofTeam(kysely, team);
      return row ? parse(row) : null;
    },
    async all() {
      return (await kysely.selectFrom('reaches').select('body').orderBy('team_id').execute()).map(parse);
    },
    remove: (team, id) =>
      kysely.transaction().execute(async (transaction) => {
        const row = await ofTeam(transaction, team);
        if (!row || parse(row).id !== id) return;
        await transaction.deleteFrom('reaches').where('team_id', '=', team).execute();
      }),
  };
}

const parse = ({ body }: Pick<Tables['reaches'], 'body'>): Reach => JSON.parse(body);
