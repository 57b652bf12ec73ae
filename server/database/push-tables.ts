import { type Kysely, sql } from 'kysely';
import type { PushStore, PushTarget, StoredSubscription } from './store.ts';
import type { Tables } from './tables.ts';

export function kyselyPush(kysely: Kysely<Tables>): PushStore {
  const all = kysely.selectFrom('push_subscriptions').selectAll();
  const remove = (db: Kysely<Tables>) => db.deleteFrom('push_subscriptions');
  return {
    put: ({ team, device, user, session, about, target, createdAt }, most) =>
      kysely.transaction().execute(async (transaction) => {
        await remove(transaction).where('device', '=', device).where('user_id', '!=', user).execute();
        await remove(transaction).where('device', '=', device).where('team_id', '=', team).execute();
        // One statement, because the person may leave the team at the same time.
        const put = await sql`
          insert into push_subscriptions (team_id, device, user_id, session_id, about, target, created_at)
          select ${team}, ${device}, ${user}, ${session}, ${about}, ${JSON.stringify(target)}, ${createdAt}
          where exists (select 1 from members where team_id = ${team} and user_id = ${user})
        `.execute(transaction);
        const older = await transaction
          .selectFrom('push_subscriptions')
          .select('device')
          .where('team_id', '=', team)
          .where('user_id', '=', user)
          .orderBy('created_at', 'desc')
          .orderBy('device')
          .execute();
        const surplus = older.slice(most).map((row) => row.device);
        if (surplus.length > 0) {
          await remove(transaction).where('team_id', '=', team).where('device', 'in', surplus).execute();
        }
        return put.numAffectedRows === 1n;
      }),
    async find(team, user, device) {
      const row = await all
        .where('team_id', '=', team)
        .where('user_id', '=', user)
        .where('device', '=', device)
        .executeTakeFirst();
      return row ? parseSubscription(row) : null;
    },
    async remove(team, user, device) {
      await remove(kysely)
        .where('team_id', '=', team)
        .where('user_id', '=', user)
        .where('device', '=', device)
        .execute();
    },
    async removeDevice(device) {
      await remove(kysely).where('device', '=', device).execute();
    },
    async removeSession(session) {
      await remove(kysely).where('session_id', '=', session).execute();
    },
    async teams(after, limit) {
      const rows = await kysely
        .selectFrom('push_subscriptions')
        .select('team_id')
        .distinct()
        .where('team_id', '>', after)
        .orderBy('team_id')
        .limit(limit)
        .execute();
      return rows.map((row) => row.team_id);
    },
    ofTeam: async (team) =>
      (await all.where('team_id', '=', team).orderBy('device').execute()).map(parseSubscription),
    async claim(team, notice, at) {
      const claimed = await kysely
        .insertInto('push_notices')
        .values({ team_id: team, id: notice, at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return claimed.numInsertedOrUpdatedRows === 1n;
    },
    async forgetNoticesBefore(at) {
      await kysely.deleteFrom('push_notices').where('at', '<', at).execute();
    },
  };
}

/** For a transaction: what a person has switched on, in one team or in all. */
export const removePushOf = (transaction: Kysely<Tables>, user: string) =>
  transaction.deleteFrom('push_subscriptions').where('user_id', '=', user);

const parseSubscription = (row: Tables['push_subscriptions']): StoredSubscription => ({
  team: row.team_id,
  device: row.device,
  user: row.user_id,
  session: row.session_id,
  about: row.about,
  target: JSON.parse(row.target) as PushTarget,
  createdAt: row.created_at,
});
