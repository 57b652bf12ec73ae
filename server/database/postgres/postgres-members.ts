import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Role } from '../../../domain/team/user.ts';
import { kyselyMembers } from '../kysely/members.ts';
import type { MemberStore } from '../member-store.ts';
import type { Tables } from '../tables.ts';
import { createRoleCache, forgetAfter, type RoleCache } from './role-cache.ts';

interface Members {
  readonly members: MemberStore;
  readonly roles: RoleCache;
}

export function postgresMembers(pool: pg.Pool, kysely: Kysely<Tables>): Members {
  async function role(team: string, user: string): Promise<Role | null> {
    const { rows } = await pool.query<{ role: Role }>({
      name: 'role',
      text: 'select role from members where team_id = $1 and user_id = $2',
      values: [team, user],
    });
    return rows[0]?.role ?? null;
  }
  const roles = createRoleCache(role);
  const { ofTeam, ofUser, lastManagerOf, ...writes } = kyselyMembers(kysely);
  const members: MemberStore = {
    ...{ ofTeam, ofUser, lastManagerOf },
    ...forgetAfter(writes, roles),
    role,
    recentRole: roles.find,
    async requiresSecondFactor(team) {
      const { rows } = await pool.query({
        name: 'requiresSecondFactor',
        text: 'select from second_factor_teams where team_id = $1',
        values: [team],
      });
      return rows.length > 0;
    },
  };
  return { members, roles };
}
