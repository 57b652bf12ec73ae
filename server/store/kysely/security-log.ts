import type { Kysely } from 'kysely';
import { eventsForManagers, kindOf } from '../../../domain/account/security-event.ts';
import { mostEntries, type SecurityLogEntry, type SecurityLogStore } from '../security-log-store.ts';
import type { Tables } from '../tables.ts';

export function kyselySecurityLog(kysely: Kysely<Tables>): SecurityLogStore {
  const newest = kysely
    .selectFrom('security_log')
    .selectAll('security_log')
    .orderBy('security_log.id', 'desc');

  return {
    append: (entries) =>
      kysely.transaction().execute(async (transaction) => {
        for (const entry of entries) {
          await transaction
            .insertInto('security_log')
            .values(rowOf(entry))
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
        const kinds = new Map(entries.map((entry) => [bucketOf(entry), kindOf(entry.type)]));
        for (const [bucket, kind] of kinds) {
          const oldest = transaction
            .selectFrom('security_log')
            .select('id')
            .where('bucket', '=', bucket)
            .orderBy('id', 'desc')
            .offset(mostEntries[kind])
            .limit(1);
          await transaction
            .deleteFrom('security_log')
            .where('bucket', '=', bucket)
            .where('id', '<=', oldest)
            .execute();
        }
      }),

    async ofUser(user, { before, limit }) {
      const rows = await newest
        .where('user_id', '=', user)
        .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
        .limit(limit)
        .execute();
      return rows.map(parseEntry);
    },

    async ofTeam(team, { before, limit }) {
      const page = newest
        .$if(before !== null, (query) => query.where('security_log.id', '<', before ?? ''))
        .limit(limit);
      // Two queries, so that each has an index of its own.
      const [ofTeam, ofMembers] = await Promise.all([
        page.where('security_log.team_id', '=', team).execute(),
        page
          .innerJoin('members', 'members.user_id', 'security_log.user_id')
          .where('members.team_id', '=', team)
          .where('security_log.team_id', 'is', null)
          .where('security_log.type', 'in', eventsForManagers)
          .whereRef('security_log.at', '>=', 'members.joined_at')
          .execute(),
      ]);
      return [...ofTeam, ...ofMembers]
        .sort((one, other) => (one.id < other.id ? 1 : -1))
        .slice(0, limit)
        .map(parseEntry);
    },

    async all({ before, limit, user, since }) {
      const rows = await newest
        .$if(user !== undefined, (query) => query.where('user_id', '=', user ?? ''))
        .$if(since !== undefined, (query) => query.where('at', '>=', since ?? 0))
        .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
        .limit(limit)
        .execute();
      return rows.map(parseEntry);
    },

    async removeBefore(at) {
      await kysely.deleteFrom('security_log').where('at', '<', at).execute();
    },
  };
}

/** By type, so that nobody can push out one event by causing many others. */
const bucketOf = ({ team, user, type }: SecurityLogEntry): string => `${team ?? user ?? 'server'} ${type}`;

const rowOf = (entry: SecurityLogEntry): Tables['security_log'] => ({
  id: entry.id,
  at: entry.at,
  type: entry.type,
  user_id: entry.user,
  by_user: entry.by,
  team_id: entry.team,
  device: entry.device,
  place: entry.place,
  details: JSON.stringify(entry.details),
  bucket: bucketOf(entry),
});

const parseEntry = (row: Tables['security_log']): SecurityLogEntry => ({
  id: row.id,
  at: row.at,
  type: row.type,
  user: row.user_id,
  by: row.by_user,
  team: row.team_id,
  device: row.device,
  place: row.place,
  details: JSON.parse(row.details),
});
