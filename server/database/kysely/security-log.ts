import type { Kysely } from 'kysely';
import { eventsForManagers } from '../../../domain/team/security-event.ts';
import type { SecurityLogStore } from '../security-log-store.ts';
import type { Tables } from '../tables.ts';
import { appendEntries, parseEntry } from './append-entries.ts';

export function kyselySecurityLog(kysely: Kysely<Tables>): SecurityLogStore {
  const newest = kysely
    .selectFrom('security_log')
    .selectAll('security_log')
    .orderBy('security_log.id', 'desc');

  return {
    append: (entries) => kysely.transaction().execute((transaction) => appendEntries(transaction, entries)),

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
