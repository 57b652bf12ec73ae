import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { nameEpoch } from '../../contract/live.ts';
import type { Role } from '../../domain/team/user.ts';
import { removePushOf } from './push-tables.ts';
import { appendEntries } from './security-log-tables.ts';
import type {
  InvitationStore,
  LogoStore,
  MemberStore,
  Reach,
  ReachStore,
  SecurityLogEntry,
  StoredInvitation,
  StoredMember,
} from './store.ts';
import type { Tables } from './tables.ts';

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

export function kyselyInvitations(kysely: Kysely<Tables>): InvitationStore {
  return {
    add: ({ id, tokenHash, team, role, createdBy, createdAt, expiresAt, once }, limit, entry) =>
      kysely.transaction().execute(async (transaction) => {
        const maker = await transaction
          .selectFrom('members')
          .select('role')
          .where('team_id', '=', team)
          .where('user_id', '=', createdBy)
          .executeTakeFirst();
        if (maker?.role !== 'manager') return 'not-allowed';
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

    async find(tokenHash) {
      const row = await kysely
        .selectFrom('invitations')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row ? parseInvitation(row) : null;
    },

    async ofTeam(team, now) {
      const rows = await kysely
        .selectFrom('invitations')
        .selectAll()
        .where('team_id', '=', team)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .execute();
      return rows.map(parseInvitation);
    },

    remove: (team, id, entry) =>
      kysely.transaction().execute(async (transaction) => {
        const removed = await transaction
          .deleteFrom('invitations')
          .where('team_id', '=', team)
          .where('id', '=', id)
          .executeTakeFirst();
        if (removed.numDeletedRows > 0n) await appendEntries(transaction, [entry]);
      }),

    accept: (tokenHash, { user, now, entryOf }) =>
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

function parseInvitation(row: Tables['invitations']): StoredInvitation {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    team: row.team_id,
    role: row.role,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    once: row.once === 1,
  };
}

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
