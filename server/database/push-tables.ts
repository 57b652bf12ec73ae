import { type Kysely, sql } from 'kysely';
import type { PushTarget, StoredSubscription } from './store.ts';
import type { Tables } from './tables.ts';

/** They end when the person leaves the team or deletes the account, and with the team, in the same transactions. */
export function kyselyPush(kysely: Kysely<Tables>) {
  const all = kysely
    .selectFrom('push_subscriptions')
    .select(['team_id as team', 'device', 'user_id as user', 'session_id as session'])
    .select(['about', 'target', 'created_at as createdAt']);
  const remove = (db: Kysely<Tables>) => db.deleteFrom('push_subscriptions');
  return {
    /**
     * Replaces what the device had in the team, and whatever others had switched on with it. Of more devices than `most` of
     * a person in a team, the oldest go. False, and nothing is stored, if they are not a member.
     */
    put: (
      { team, device, user, session, about, target, createdAt }: StoredSubscription,
      most: number,
    ): Promise<boolean> =>
      kysely.transaction().execute(async (transaction) => {
        await remove(transaction).where('device', '=', device).where('user_id', '!=', user).execute();
        await remove(transaction)
          .where((row) => row.and({ device, team_id: team }))
          .execute();
        // One statement, because the person may leave the team at the same time.
        const put = await sql`
          insert into push_subscriptions (team_id, device, user_id, session_id, about, target, created_at)
          select ${team}, ${device}, ${user}, ${session}, ${about}, ${JSON.stringify(target)}, ${createdAt}
          where exists (select 1 from members where team_id = ${team} and user_id = ${user})
        `.execute(transaction);
        const older = await transaction
          .selectFrom('push_subscriptions')
          .select('device')
          .where((row) => row.and({ team_id: team, user_id: user }))
          .orderBy('created_at', 'desc')
          .orderBy('device')
          .execute();
        const surplus = older.slice(most).map((row) => row.device);
        if (surplus.length > 0) {
          await remove(transaction).where('team_id', '=', team).where('device', 'in', surplus).execute();
        }
        return put.numAffectedRows === 1n;
      }),
    async find(team: string, user: string, device: string): Promise<StoredSubscription | null> {
      const row = await all
        .where((row) => row.and({ team_id: team, user_id: user, device }))
        .executeTakeFirst();
      return row ? parse(row) : null;
    },
    async remove(team: string, user: string, device: string): Promise<void> {
      await remove(kysely)
        .where((row) => row.and({ team_id: team, user_id: user, device }))
        .execute();
    },
    /** In every team: the push service does not know the device anymore. */
    async removeDevice(device: string): Promise<void> {
      await remove(kysely).where('device', '=', device).execute();
    },
    /** In every team: the sign-in session has ended. */
    async removeSession(session: string): Promise<void> {
      await remove(kysely).where('session_id', '=', session).execute();
    },
    /** Those with a subscription. */
    async teams(): Promise<readonly string[]> {
      const rows = await kysely
        .selectFrom('push_subscriptions')
        .select('team_id')
        .distinct()
        .orderBy('team_id')
        .execute();
      return rows.map((row) => row.team_id);
    },
    ofTeam: async (team: string): Promise<readonly StoredSubscription[]> =>
      (await all.where('team_id', '=', team).orderBy('device').execute()).map(parse),
    /** True once for each notice of a team, also if several servers ask. */
    async claim(team: string, notice: string, at: number): Promise<boolean> {
      const claimed = await kysely
        .insertInto('push_notices')
        .values({ team_id: team, id: notice, at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return claimed.numInsertedOrUpdatedRows === 1n;
    },
    async forgetNoticesBefore(at: number): Promise<void> {
      await kysely.deleteFrom('push_notices').where('at', '<', at).execute();
    },
  };
}

/** For a transaction: what a person has switched on, in one team or in all. */
export const removePushOf = (transaction: Kysely<Tables>, user: string) =>
  transaction.deleteFrom('push_subscriptions').where('user_id', '=', user);

const parse = <Row extends { target: string }>(row: Row) => ({
  ...row,
  target: JSON.parse(row.target) as PushTarget,
});

export type PushStore = ReturnType<typeof kyselyPush>;
