import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Role } from '../../../domain/team/user.ts';
import type { MemberStore } from '../store.ts';
import type { Tables } from '../tables.ts';
import { kyselyMembers } from '../team-tables.ts';

/** How long a role may be out of date after news of another node was lost, in milliseconds. */
const LIFE = 1_000;
const MOST_ROLES = 50_000;

type FindRole = (team: string, user: string) => Promise<Role | null>;

/** Roles are looked up before every change of a page, and seldom change. The commit checks those that are remembered. */
interface RoleCache {
  readonly find: FindRole;
  /** After something that may have changed a role. */
  forget(): void;
}

function createRoleCache(look: FindRole, clock = () => performance.now()): RoleCache {
  let roles = new Map<string, { role: Role; until: number }>();
  return {
    async find(team, user) {
      const key = `${team}/${user}`;
      const known = roles.get(key);
      if (known && clock() < known.until) return known.role;
      const current = roles;
      const until = clock() + LIFE;
      const role = await look(team, user);
      // Otherwise it was looked up before a change, and must not be remembered after it.
      if (current === roles) {
        if (roles.size >= MOST_ROLES) roles.clear();
        // Who is not a member yet may be one soon, and is asked about seldom.
        if (role === null) roles.delete(key);
        else roles.set(key, { role, until });
      }
      return role;
    },
    forget() {
      roles = new Map();
    },
  };
}

/** The same methods. Roles are forgotten after each. */
function forgetAfter<Methods extends object>(methods: Methods, roles: Pick<RoleCache, 'forget'>): Methods {
  const changed = Object.entries(methods).map(([name, method]) => [
    name,
    async (...given: unknown[]) => {
      try {
        return await method(...given);
      } finally {
        roles.forget();
      }
    },
  ]);
  return Object.fromEntries(changed);
}

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
