import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Role } from '../../../domain/team/user.ts';
import type { MemberStore, StoredMember } from '../member-store.ts';
import { removePushOf } from '../push/kysely-push.ts';
import type { Tables } from '../tables.ts';
import { appendEntries } from './append-entries.ts';

/** `role` and `requiresSecondFactor`, which run before every change, are each engine's own. */
export function kyselyMembers(kysely: Kysely<Tables>): Omit<MemberStore, 'role' | 'requiresSecondFactor'> {
  const inOrder = kysely.selectFrom('members').selectAll().orderBy('joined_at').orderBy('user_id');
  const one = (team: string, user: string) => ({ team_id: team, user_id: user });

  return {
    ofTeam: async (team) => (await inOrder.where('team_id', '=', team).execute()).map(parseMember),
    ofUser: async (user) => {
      const rows = await kysely
        .selectFrom('members')
        .selectAll()
        .where('user_id', '=', user)
        .orderBy('joined_at')
        .orderBy('team_id')
        .execute();
      return rows.map(parseMember);
    },
    add: (member, entry) =>
      kysely.transaction().execute(async (transaction) => {
        const added = await addMember(transaction, member);
        if (added) await appendEntries(transaction, [entry]);
        return added;
      }),
    setRole: (team, user, role, entry) =>
      kysely.transaction().execute(async (transaction) => {
        const before = await roleIn(transaction, one(team, user));
        const changed = await transaction
          .updateTable('members')
          .set({ role })
          .where((row) => row.and(one(team, user)))
          .$if(role !== 'manager', (query) => query.where(isSpare))
          .executeTakeFirst();
        if (changed.numUpdatedRows === 0n) return before === null;
        if (role !== 'manager') await removeLinks(transaction, user).where('team_id', '=', team).execute();
        if (before !== role) await appendEntries(transaction, [entry]);
        return true;
      }),
    remove: (team, user, entry) =>
      kysely.transaction().execute(async (transaction) => {
        const removed = await transaction
          .deleteFrom('members')
          .where((row) => row.and(one(team, user)))
          .where(isSpare)
          .executeTakeFirst();
        if ((await roleIn(transaction, one(team, user))) !== null) return false;
        await removeLinks(transaction, user).where('team_id', '=', team).execute();
        await removePushOf(transaction, user).where('team_id', '=', team).execute();
        if (removed.numDeletedRows > 0n) await appendEntries(transaction, [entry]);
        return true;
      }),
    requireSecondFactor: (team, isRequired, entry) =>
      kysely.transaction().execute(async (transaction) => {
        const change = isRequired
          ? transaction
              .insertInto('second_factor_teams')
              .values({ team_id: team })
              .onConflict((conflict) => conflict.doNothing())
          : transaction.deleteFrom('second_factor_teams').where('team_id', '=', team);
        await change.execute();
        await appendEntries(transaction, [entry]);
      }),
    lastManagerOf: (user) => lastManagerOf(kysely, user),
    removeEverywhere: (user, entriesOf = () => []) =>
      kysely.transaction().execute(async (transaction) => {
        if ((await lastManagerOf(transaction, user)).length > 0) return false;
        const left = await transaction
          .deleteFrom('members')
          .where('user_id', '=', user)
          .returning('team_id')
          .execute();
        await appendEntries(transaction, entriesOf(left.map(({ team_id }) => team_id)));
        await removeLinks(transaction, user).execute();
        await removePushOf(transaction, user).execute();
        await transaction
          .insertInto('departed')
          .values({ user_id: user })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return true;
      }),
  };
}

async function roleIn(
  transaction: Kysely<Tables>,
  { team_id, user_id }: Pick<Tables['members'], 'team_id' | 'user_id'>,
): Promise<Role | null> {
  const row = await transaction
    .selectFrom('members')
    .select('role')
    .where('team_id', '=', team_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row?.role ?? null;
}

/** One statement, because the account may be deleted at the same time. False for deleted accounts and existing members. */
export async function addMember(
  kysely: Kysely<Tables>,
  { team, user, role, joinedAt }: StoredMember,
): Promise<boolean> {
  const added = await sql`
    insert into members (team_id, user_id, role, joined_at)
    select ${team}, ${user}, ${role}, ${joinedAt}
    where not exists (select 1 from departed where user_id = ${user})
    on conflict do nothing
  `.execute(kysely);
  return added.numAffectedRows === 1n;
}

/** A removed manager must not come back with a link of their own. */
const removeLinks = (kysely: Kysely<Tables>, user: string) =>
  kysely.deleteFrom('invitations').where('created_by', '=', user);

/** Part of the statement that removes a manager: two who remove each other at once must not both succeed. */
const isSpare = (row: ExpressionBuilder<Tables, 'members'>) =>
  row.or([
    row('members.role', '!=', 'manager'),
    row.exists(
      row
        .selectFrom('members as other')
        .select('other.user_id')
        .whereRef('other.team_id', '=', 'members.team_id')
        .whereRef('other.user_id', '!=', 'members.user_id')
        .where('other.role', '=', 'manager'),
    ),
  ]);

async function lastManagerOf(kysely: Kysely<Tables>, user: string): Promise<string[]> {
  const rows = await kysely
    .selectFrom('members')
    .select('team_id')
    .where('user_id', '=', user)
    .where((row) => row.not(isSpare(row)))
    .orderBy('joined_at')
    .orderBy('team_id')
    .execute();
  return rows.map((row) => row.team_id);
}

const parseMember = (row: Tables['members']): StoredMember => ({
  team: row.team_id,
  user: row.user_id,
  role: row.role,
  joinedAt: row.joined_at,
});
