import type {
  SavedConnection,
  ScheduleStore,
  StoredConnection,
  StoredReading,
} from '../../server/database/store.ts';
import type { RecordEntries } from './memory-security-log.ts';

/** What a store in memory keeps of schedules; `hasTeam`: is that team there? */
export function memorySchedule(
  hasTeam: (team: string) => boolean,
  record: RecordEntries,
): ScheduleStore & { deleteTeam(team: string): void } {
  const connections = new Map<string, StoredConnection>();
  const readings = new Map<
    string,
    { date: string; team: string; provider: string; reading: StoredReading }
  >();
  const claims = new Map<string, { until: number; failures: number }>();
  const key = (...parts: string[]) => JSON.stringify(parts);
  const nameOf = ({ team, provider }: { team: string; provider: string }) => key(team, provider);
  const all = () =>
    [...connections.values()].sort((one, other) =>
      key(one.team, one.provider) < key(other.team, other.provider) ? -1 : 1,
    );
  const edit = (team: string, provider: string, change: Partial<StoredConnection>) => {
    const found = connections.get(key(team, provider));
    if (found) connections.set(key(team, provider), { ...found, ...change });
  };
  const isAsSaved = ({ team, provider, sealed }: SavedConnection) =>
    JSON.stringify(connections.get(key(team, provider))?.sealed) === JSON.stringify(sealed);
  const dropReadings = (isDropped: (each: { date: string; team: string; provider: string }) => boolean) => {
    for (const [name, each] of readings) if (isDropped(each)) readings.delete(name);
  };
  return {
    ofTeam: async (team) => all().filter((each) => each.team === team),
    find: async (team, provider) => connections.get(key(team, provider)) ?? null,
    all: async () =>
      all().map((each) => ({
        ...each,
        failures: each.lastRead?.problem ? Math.max(1, claims.get(nameOf(each))?.failures ?? 1) : 0,
      })),
    async claim(listed, { now, until }) {
      const found = connections.get(nameOf(listed));
      const claim = claims.get(nameOf(listed));
      if (!isAsSaved(listed) || found?.lastRead?.at !== listed.lastRead?.at) return false;
      if (claim && claim.until > now) return false;
      claims.set(nameOf(listed), {
        until,
        failures: listed.lastRead?.problem ? (claim?.failures ?? 0) + 1 : 1,
      });
      return true;
    },
    async put(connection, entry) {
      if (!hasTeam(connection.team)) return false;
      connections.set(key(connection.team, connection.provider), connection);
      record(entry);
      return true;
    },
    async putSealed(sealedAnew) {
      for (const { team, provider, sealed } of sealedAnew) edit(team, provider, { sealed });
    },
    async noteRead(read, lastRead) {
      if (!isAsSaved(read)) return;
      edit(read.team, read.provider, { lastRead });
      const claim = claims.get(nameOf(read));
      if (claim) claim.until = 0;
    },
    setRoles: async (team, provider, roles) => edit(team, provider, { roles }),
    async remove(team, provider, entry) {
      if (connections.delete(key(team, provider))) record(entry);
      dropReadings((each) => each.team === team && each.provider === provider);
    },
    async putReading(read, date, reading) {
      const { team, provider } = read;
      if (!isAsSaved(read)) return false;
      readings.set(key(team, provider, date), { date, team, provider, reading });
      return true;
    },
    reading: async (team, provider, date) => readings.get(key(team, provider, date))?.reading ?? null,
    forgetReadingsOf: async (team) => dropReadings((each) => each.team === team),
    forgetReadingsBefore: async (before) => dropReadings(({ date }) => date < before),
    deleteTeam(team) {
      for (const each of all()) if (each.team === team) connections.delete(key(team, each.provider));
      dropReadings((each) => each.team === team);
    },
  };
}
