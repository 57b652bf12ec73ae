import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Role } from '../../../domain/team/user.ts';
import type { Tables } from '../tables.ts';
import { kyselyMembers, type MemberStore } from '../team-tables.ts';

/** How long a role may be out of date after news of another node was lost, in milliseconds. */
const LIFE = 1_000;
const MOST_ROLES = 50_000;

interface Members extends MemberStore {
  /** After something that may have changed a role. */
  forgetRoles(): void;
}

/**
 * Roles are looked up before every change of a page, and seldom change: without remembering them, each change would cost
 * PostgreSQL two statements. The commit checks those that are remembered.
 */
export function postgresMembers(pool: pg.Pool, kysely: Kysely<Tables>): Members {
  let roles = new Map<string, { role: Role; until: number }>();

  async function role(team: string, user: string): Promise<Role | null> {
    const { rows } = await pool.query<{ role: Role }>({
      name: 'role',
      text: 'select role from members where team_id = $1 and user_id = $2',
      values: [team, user],
    });
    return rows[0]?.role ?? null;
  }

  return {
    ...kyselyMembers(kysely),
    role,
    async recentRole(team, user) {
      const key = `${team}/${user}`;
      const known = roles.get(key);
      if (known && performance.now() < known.until) return known.role;
      const current = roles;
      const until = performance.now() + LIFE;
      const found = await role(team, user);
      // Who is not a member yet may be one soon. What was looked up before a change must not be remembered after it.
      if (found !== null && current === roles && roles.size < MOST_ROLES)
        roles.set(key, { role: found, until });
      return found;
    },
    forgetRoles() {
      roles = new Map();
    },
    async requiresSecondFactor(team) {
      const { rows } = await pool.query({
        name: 'requiresSecondFactor',
        text: 'select from second_factor_teams where team_id = $1',
        values: [team],
      });
      return rows.length > 0;
    },
  };
}
