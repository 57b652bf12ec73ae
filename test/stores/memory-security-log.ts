import { eventsForManagers, eventsOfCrew } from '../../domain/team/security-event.ts';
import {
  afterSoMany,
  bucketOf,
  firstIdOfDay,
  isByStrangers,
  mostFailures,
} from '../../server/database/security-log-tables.ts';
import type { MemberStore, SecurityLogEntry, SecurityLogStore } from '../../server/database/store.ts';

/** Adds to the security log, unless there is no entry. */
export type RecordEntries = (...entries: readonly (SecurityLogEntry | undefined)[]) => void;

export function memorySecurityLog(members: Pick<MemberStore, 'ofTeam'>): SecurityLogStore {
  let entries: readonly SecurityLogEntry[] = [];
  const page = (fits: (entry: SecurityLogEntry) => boolean, before: string | null, limit: number) =>
    entries
      .filter((each) => fits(each) && (before === null || each.id < before))
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, limit);

  return {
    async append(added) {
      for (const entry of added) {
        const bucket = bucketOf(entry);
        if (isByStrangers(entry)) {
          entries = [...entries, entry];
          const kept = new Set(page((each) => bucketOf(each) === bucket, null, mostFailures));
          entries = entries.filter((each) => bucketOf(each) !== bucket || kept.has(each));
        } else {
          const today = entries.filter((each) => bucketOf(each) === bucket && each.id >= firstIdOfDay(entry));
          const { stored, replaces } = afterSoMany(today, entry);
          entries = [...entries.filter(({ id }) => id !== replaces), stored];
        }
      }
    },
    ofUser: async (user, { before, limit }) => page((each) => each.user === user, before, limit),
    async ofTeam(team, { before, limit }) {
      const joined = new Map((await members.ofTeam(team)).map(({ user, joinedAt }) => [user, joinedAt]));
      const isOfMember = ({ user, type, at, team: of }: SecurityLogEntry) =>
        of === null && eventsForManagers.includes(type) && (joined.get(user ?? '') ?? Infinity) <= at;
      return page((each) => each.team === team || isOfMember(each), before, limit);
    },
    all: async ({ before, limit, user, since = 0 }) =>
      page((each) => each.at >= since && (user === undefined || each.user === user), before, limit),
    async forgetPerson(team, ids, nameNow) {
      const isTheirs = ({ team: of, type, details }: SecurityLogEntry) =>
        of === team && eventsOfCrew.includes(type) && ids.includes(String(details.whose));
      entries = entries.map((each) =>
        isTheirs(each) ? { ...each, details: { ...each.details, person: nameNow } } : each,
      );
    },
    async removeBefore(at) {
      entries = entries.filter((each) => each.at >= at);
    },
  };
}
