import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { nameEpoch } from '../../contract/live.ts';
import type { Role } from '../../domain/team/user.ts';
import type { RunStatement } from './document-reading.ts';
import { removePushOf } from './push-tables.ts';
import { appendEntries } from './security-log-tables.ts';
import type {
  PendingPropagation,
  SecurityLogEntry,
  StoredInvitation,
  StoredLogo,
  StoredMember,
} from './store.ts';
import type { Tables } from './tables.ts';

/** Every `entry` is added to the security log in the same transaction, if the call changed something. */
export function kyselyMembers(run: RunStatement, kysely: Kysely<Tables>) {
  const inOrder = kysely
    .selectFrom('members')
    .select(['team_id as team', 'user_id as user', 'role', 'joined_at as joinedAt'])
    .orderBy('joined_at')
    .orderBy('user_id')
    .orderBy('team_id');
  const one = (team: string, user: string) => ({ team_id: team, user_id: user });

  return {
    role: async (team: string, user: string): Promise<Role | null> =>
      (await run<{ role: Role }>('role', team, user))[0]?.role ?? null,
    requiresSecondFactor: async (team: string): Promise<boolean> =>
      (await run('requiresSecondFactor', team)).length > 0,
    /** In the order they joined. */
    ofTeam: (team: string): Promise<readonly StoredMember[]> => inOrder.where('team_id', '=', team).execute(),
    ofUser: (user: string): Promise<readonly StoredMember[]> => inOrder.where('user_id', '=', user).execute(),
    /**
     * Joins, or keeps the role of a member. True if the person just joined; a person whose account was deleted
     * can't join.
     */
    add: (member: StoredMember, entry?: SecurityLogEntry): Promise<boolean> =>
      kysely.transaction().execute(async (transaction) => {
        const added = await addMember(transaction, member);
        if (added) await appendEntries(transaction, [entry]);
        return added;
      }),
    /**
     * Returns false and does nothing if the team would be left without a manager, and so does `remove`. The invite
     * links of a person who stops being a manager end, here and in `remove` and `removeEverywhere`.
     */
    setRole: (team: string, user: string, role: Role, entry?: SecurityLogEntry): Promise<boolean> =>
      kysely.transaction().execute(async (transaction) => {
        const before = await roleIn(transaction, one(team, user));
        const changed = await transaction
          .updateTable('members')
          .set({ role })
          .where((row) => row.and(one(team, user)))
          .$if(role !== 'manager', (query) => query.where(isSpare))
          .executeTakeFirst();
        if (changed.numUpdatedRows === 0n) return before === null;
        if (role !== 'manager')
          await removeInvitationsOf(transaction, user).where('team_id', '=', team).execute();
        if (before !== role) await appendEntries(transaction, [entry]);
        return true;
      }),
    /** Also true if the person isn't a member. */
    remove: (team: string, user: string, entry?: SecurityLogEntry): Promise<boolean> =>
      kysely.transaction().execute(async (transaction) => {
        const removed = await transaction
          .deleteFrom('members')
          .where((row) => row.and(one(team, user)))
          .where(isSpare)
          .executeTakeFirst();
        if ((await roleIn(transaction, one(team, user))) !== null) return false;
        await removeInvitationsOf(transaction, user).where('team_id', '=', team).execute();
        await removePushOf(transaction, user).where('team_id', '=', team).execute();
        if (removed.numDeletedRows > 0n) await appendEntries(transaction, [entry]);
        return true;
      }),
    requireSecondFactor: (team: string, isRequired: boolean, entry?: SecurityLogEntry): Promise<void> =>
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
    /** The teams without another manager. */
    lastManagerOf: (user: string): Promise<readonly string[]> => lastManagerOf(kysely, user),
    /** Leaves all teams for good. Returns false and does nothing if one would be left without a manager. */
    removeEverywhere: (
      user: string,
      entriesOf: (teams: readonly string[]) => readonly SecurityLogEntry[] = () => [],
    ): Promise<boolean> =>
      kysely.transaction().execute(async (transaction) => {
        if ((await lastManagerOf(transaction, user)).length > 0) return false;
        const left = await transaction
          .deleteFrom('members')
          .where('user_id', '=', user)
          .returning('team_id')
          .execute();
        await appendEntries(transaction, entriesOf(left.map(({ team_id }) => team_id)));
        await removeInvitationsOf(transaction, user).execute();
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

/** For a transaction. */
export async function roleIn(
  transaction: Kysely<Tables>,
  { team_id, user_id }: Pick<Tables['members'], 'team_id' | 'user_id'>,
): Promise<Role | null> {
  const row = await transaction
    .selectFrom('members')
    .select('role')
    .where((row) => row.and({ team_id, user_id }))
    .executeTakeFirst();
  return row?.role ?? null;
}

/** One statement, because the account may be deleted at the same time. False for deleted accounts and existing members. */
async function addMember(
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
export const removeInvitationsOf = (kysely: Kysely<Tables>, user: string) =>
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

export type MemberStore = ReturnType<typeof kyselyMembers>;

export interface AcceptRequest {
  readonly user: string;
  readonly now: number;
  readonly entryOf?: (joined: { readonly team: string; readonly role: Role }) => SecurityLogEntry;
}

export interface AcceptResult {
  readonly team: string;
  /** False if the person was a member already. */
  readonly joined: boolean;
}

/** Every `entry` is added to the security log in the same transaction, if the call changed something. */
export function kyselyInvitations(kysely: Kysely<Tables>) {
  const all = kysely
    .selectFrom('invitations')
    .select(['id', 'token_hash as tokenHash', 'team_id as team', 'role', 'created_by as createdBy'])
    .select(['created_at as createdAt', 'expires_at as expiresAt', 'once']);
  const parse = <Row extends { once: number }>(row: Row) => ({ ...row, once: row.once === 1 });

  return {
    /**
     * Removes the team's expired invitations first. Adds nothing if `limit` are left, or if its author isn't a manager
     * of the team.
     */
    add: (
      { id, tokenHash, team, role, createdBy, createdAt, expiresAt, once }: StoredInvitation,
      limit: number,
      entry?: SecurityLogEntry,
    ): Promise<'added' | 'too-many' | 'not-allowed'> =>
      kysely.transaction().execute(async (transaction) => {
        const maker = await roleIn(transaction, { team_id: team, user_id: createdBy });
        if (maker !== 'manager') return 'not-allowed';
        await transaction
          .deleteFrom('invitations')
          .where('team_id', '=', team)
          .where('expires_at', '<=', createdAt)
          .execute();
        const left = await transaction
          .selectFrom('invitations')
          .select('token_hash')
          .where('team_id', '=', team)
          .execute();
        if (left.length >= limit) return 'too-many';
        const row = {
          id,
          team_id: team,
          token_hash: tokenHash,
          role,
          created_by: createdBy,
          created_at: createdAt,
          expires_at: expiresAt,
          once: Number(once),
        };
        await transaction.insertInto('invitations').values(row).execute();
        await appendEntries(transaction, [entry]);
        return 'added';
      }),

    async find(tokenHash: string): Promise<StoredInvitation | null> {
      const row = await all.where('token_hash', '=', tokenHash).executeTakeFirst();
      return row ? parse(row) : null;
    },

    /** Those that expire after `now`, newest first. */
    async ofTeam(team: string, now: number): Promise<readonly StoredInvitation[]> {
      const rows = await all
        .where('team_id', '=', team)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .execute();
      return rows.map(parse);
    },

    remove: (team: string, id: string, entry?: SecurityLogEntry): Promise<void> =>
      kysely.transaction().execute(async (transaction) => {
        const removed = await transaction
          .deleteFrom('invitations')
          .where((row) => row.and({ team_id: team, id }))
          .executeTakeFirst();
        if (removed.numDeletedRows > 0n) await appendEntries(transaction, [entry]);
      }),

    /**
     * Joins with the invitation, which ends one that is for a single person. A member keeps their role and doesn't use it
     * up. Null if the invitation doesn't work or the team is gone.
     */
    accept: (tokenHash: string, { user, now, entryOf }: AcceptRequest): Promise<AcceptResult | null> =>
      kysely.transaction().execute(async (transaction) => {
        const found = await transaction
          .selectFrom('invitations')
          .innerJoin('documents', (join) =>
            join
              .onRef('documents.team_id', '=', 'invitations.team_id')
              .onRef('documents.id', '=', 'invitations.team_id'),
          )
          .select(['invitations.team_id', 'invitations.role', 'invitations.once'])
          .where('token_hash', '=', tokenHash)
          .where('expires_at', '>', now)
          .executeTakeFirst();
        if (!found) return null;
        const { team_id, role, once } = found;
        const joined = await addMember(transaction, { team: team_id, user, role, joinedAt: now });
        if (joined) await appendEntries(transaction, [entryOf?.({ team: team_id, role })]);
        if (joined && once === 1) {
          await transaction.deleteFrom('invitations').where('token_hash', '=', tokenHash).execute();
        }
        return { team: team_id, joined };
      }),
  };
}

export type InvitationStore = ReturnType<typeof kyselyInvitations>;

export function kyselyLogos(kysely: Kysely<Tables>) {
  const all = kysely.selectFrom('logos').select(['team_id as team', 'id', 'type', 'bytes']);
  return {
    async put({ team, ...logo }: StoredLogo): Promise<void> {
      await kysely
        .insertInto('logos')
        .values({ team_id: team, ...logo })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    find: async (team: string, id: string): Promise<StoredLogo | null> =>
      (await all.where((row) => row.and({ team_id: team, id })).executeTakeFirst()) ?? null,
    async remove(team: string, id: string): Promise<void> {
      await kysely
        .deleteFrom('logos')
        .where((row) => row.and({ team_id: team, id }))
        .execute();
    },
    /** Removes all others of the team, as long as the team has the version that shows this one. */
    async keepOnly(team: string, id: string, version: number): Promise<void> {
      await kysely
        .deleteFrom('logos')
        .where('team_id', '=', team)
        .where('id', '!=', id)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('documents')
              .select('id')
              .where((row) => row.and({ team_id: team, id: team, version })),
          ),
        )
        .execute();
    },
  };
}

export type LogoStore = ReturnType<typeof kyselyLogos>;

/**
 * Changes that have not reached all documents of their team. One is stored before its change, so that it is found after a
 * crash, and may be of a change that was never stored.
 */
export function kyselyReaches(kysely: Kysely<Tables>) {
  async function find(team: string): Promise<PendingPropagation | null> {
    const row = await kysely
      .selectFrom('reaches')
      .select('body')
      .where('team_id', '=', team)
      .executeTakeFirst();
    return row ? parse(row) : null;
  }

  return {
    find,
    /** False if the team has another one. */
    async put(reach: PendingPropagation): Promise<boolean> {
      await kysely
        .insertInto('reaches')
        .values({ team_id: reach.team, body: JSON.stringify(reach) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await find(reach.team))?.id === reach.id;
    },
    async all(): Promise<readonly PendingPropagation[]> {
      return (await kysely.selectFrom('reaches').select('body').orderBy('team_id').execute()).map(parse);
    },
    async remove(team: string, id: string): Promise<void> {
      const found = await find(team);
      if (found?.id !== id) return;
      await kysely
        .deleteFrom('reaches')
        .where((row) => row.and({ team_id: team, body: JSON.stringify(found) }))
        .execute();
    },
  };
}

export type ReachStore = ReturnType<typeof kyselyReaches>;

const parse = ({ body }: Pick<Tables['reaches'], 'body'>): PendingPropagation => JSON.parse(body);

/** All tables with a `team_id` but the security log, each before the tables it references. */
const tablesOfTeams = [
  'schedule_readings',
  'schedule_connections',
  'snapshots',
  'history_starts',
  'changes',
  'packs',
  'documents',
  'members',
  'invitations',
  'logos',
  'access_tokens',
  'second_factor_teams',
  'push_subscriptions',
  'push_notices',
  'reaches',
  'paired_devices',
  'device_pairings',
  'pins',
  'pin_tries',
] as const;

/** For a transaction. */
export async function deleteTeamRows(
  transaction: Kysely<Tables>,
  team: string,
  entry?: SecurityLogEntry,
): Promise<void> {
  for (const table of tablesOfTeams) {
    await transaction.deleteFrom(table).where('team_id', '=', team).execute();
  }
  await appendEntries(transaction, [entry]);
}

/** A new id for the history in a database, which says when its last change was made. */
export async function nextEpoch(kysely: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ at: number | null }>`
    select max(at) as at from (select max(at) as at from changes union all select max(last_at) from packs) as each
  `.execute(kysely);
  return nameEpoch(randomUUID(), rows[0]?.at ?? null);
}
