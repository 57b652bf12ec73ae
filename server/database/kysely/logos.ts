import type { Kysely } from 'kysely';
import type { LogoStore } from '../logo-store.ts';
import type { Tables } from '../tables.ts';

export function kyselyLogos(kysely: Kysely<Tables>): LogoStore {
  return {
    async put({ team, ...logo }) {
      await kysely
        .insertInto('logos')
        .values({ team_id: team, ...logo })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async find(team, id) {
      const row = await kysely
        .selectFrom('logos')
        .selectAll()
        .where('team_id', '=', team)
        .where('id', '=', id)
        .executeTakeFirst();
      return row ? { team, id, type: row.type, bytes: row.bytes } : null;
    },
    async remove(team, id) {
      await kysely.deleteFrom('logos').where('team_id', '=', team).where('id', '=', id).execute();
    },
    async keepOnly(team, id, version) {
      await kysely
        .deleteFrom('logos')
        .where('team_id', '=', team)
        .where('id', '!=', id)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('documents')
              .select('id')
              .where('team_id', '=', team)
              .where('id', '=', team)
              .where('version', '=', version),
          ),
        )
        .execute();
    },
  };
}
