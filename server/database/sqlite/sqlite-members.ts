import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { Role } from '../../../domain/team/user.ts';
import { kyselyMembers } from '../kysely/members.ts';
import type { MemberStore } from '../member-store.ts';
import type { Tables } from '../tables.ts';

export function sqliteMembers(database: DatabaseSync, kysely: Kysely<Tables>): MemberStore {
  // These run before every change, so they are prepared; the others are rare.
  const roleOf = database.prepare(
    kysely.selectFrom('members').select('role').where('team_id', '=', '').where('user_id', '=', '').compile()
      .sql,
  );
  const requirementOf = database.prepare(
    kysely.selectFrom('second_factor_teams').select('team_id').where('team_id', '=', '').compile().sql,
  );
  return {
    ...kyselyMembers(kysely),
    async role(team, user) {
      const row = roleOf.get(team, user);
      return row ? (row.role as Role) : null;
    },
    requiresSecondFactor: async (team) => requirementOf.get(team) !== undefined,
  };
}
