import { eventsForManagers, kindOf } from '../../domain/account/security-event.ts';
import type { MemberStore } from '../../server/store/member-store.ts';
import {
  mostEntries,
  type SecurityLogEntry,
  type SecurityLogStore,
} from '../../server/store/security-log-store.ts';

/** Adds to the security log, unless there is no entry. */
export type RecordEntries = (...entries: readonly (SecurityLogEntry | undefined)[]) => void;

export function memorySecurityLog(members: Pick<MemberStore, 'ofTeam'>): SecurityLogStore {
  let entries: readonly SecurityLogEntry[] = [];
  const bucketOf = ({ team, user, type }: SecurityLogEntry) => `${team ?? user} ${type}`;
  const page = (fits: (entry: SecurityLogEntry) => boolean, before: string | null, limit: number) =>
    entries
      .filter((each) => fits(each) && (before === null || each.id < before))
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, limit);

  return {
    async append(added) {
      entries = [...entries, ...added];
      for (const { type, ...entry } of added) {
        const bucket = bucketOf({ type, ...entry });
        const kept = page((each) => bucketOf(each) === bucket, null, mostEntries[kindOf(type)]);
        entries = entries.filter((each) => bucketOf(each) !== bucket || kept.includes(each));
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
    async removeBefore(at) {
      entries = entries.filter((each) => each.at >= at);
    },
  };
}
