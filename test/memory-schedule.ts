import type { ScheduleStore, StoredConnection, StoredReading } from '../server/store/store.ts';

/** What a store in memory keeps of schedules. */
export function memorySchedule(): ScheduleStore & { deleteTeam(team: string): void } {
  const connections = new Map<string, StoredConnection>();
  const readings = new Map<
    string,
    { date: string; team: string; provider: string; reading: StoredReading }
  >();
  const key = (...parts: string[]) => JSON.stringify(parts);
  const all = () =>
    [...connections.values()].sort((one, other) =>
      key(one.team, one.provider) < key(other.team, other.provider) ? -1 : 1,
    );
  const edit = (team: string, provider: string, change: Partial<StoredConnection>) => {
    const found = connections.get(key(team, provider));
    if (found) connections.set(key(team, provider), { ...found, ...change });
  };
  const dropReadings = (isDropped: (each: { date: string; team: string; provider: string }) => boolean) => {
    for (const [name, each] of readings) if (isDropped(each)) readings.delete(name);
  };
  return {
    ofTeam: async (team) => all().filter((each) => each.team === team),
    find: async (team, provider) => connections.get(key(team, provider)) ?? null,
    all: async () => all(),
    put: async (connection) => void connections.set(key(connection.team, connection.provider), connection),
    async putSealed(sealedAnew) {
      for (const { team, provider, sealed } of sealedAnew) edit(team, provider, { sealed });
    },
    noteRead: async (team, provider, lastRead) => edit(team, provider, { lastRead }),
    setRoles: async (team, provider, roles) => edit(team, provider, { roles }),
    async remove(team, provider) {
      connections.delete(key(team, provider));
      dropReadings((each) => each.team === team && each.provider === provider);
    },
    putReading: async (team, provider, date, reading) =>
      void readings.set(key(team, provider, date), { date, team, provider, reading }),
    reading: async (team, provider, date) => readings.get(key(team, provider, date))?.reading ?? null,
    forgetReadingsBefore: async (before) => dropReadings(({ date }) => date < before),
    deleteTeam(team) {
      for (const each of all()) if (each.team === team) connections.delete(key(team, each.provider));
      dropReadings((each) => each.team === team);
    },
  };
}
