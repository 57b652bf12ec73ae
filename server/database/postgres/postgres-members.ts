import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Role } from '../../../domain/team/user.ts';
import type { Tables } from '../tables.ts';
import { kyselyMembers, type MemberStore } from '../team-tables.ts';

export const postgresMembers = (pool: pg.Pool, kysely: Kysely<Tables>): MemberStore => ({
  ...kyselyMembers(kysely),
  async role(team, user) {
    const { rows } = await pool.query<{ role: Role }>({
      name: 'role',
      text: 'select role from members where team_id = $1 and user_id = $2',
      values: [team, user],
    });
    return rows[0]?.role ?? null;
  },
  async requiresSecondFactor(team) {
    const { rows } = await pool.query({
      name: 'requiresSecondFactor',
      text: 'select from second_factor_teams where team_id = $1',
      values: [team],
    });
    return rows.length > 0;
  },
});
