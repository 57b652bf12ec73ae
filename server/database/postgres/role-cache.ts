import type { Role } from '../../../domain/team/user.ts';

/** How long a role may be out of date after news of another node was lost, in milliseconds. */
const LIFE = 1_000;
const MOST_ROLES = 50_000;

export type FindRole = (team: string, user: string) => Promise<Role | null>;

/** Roles are looked up before every change of a page, and seldom change. The commit checks those that are remembered. */
export interface RoleCache {
  readonly find: FindRole;
  /** After something that may have changed a role. */
  forget(): void;
}

export function createRoleCache(look: FindRole, clock = () => performance.now()): RoleCache {
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
export function forgetAfter<Methods extends object>(
  methods: Methods,
  roles: Pick<RoleCache, 'forget'>,
): Methods {
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
