import { execute, type PostgresServer, startPostgres } from './postgres-server.ts';

/** What is left of a killed server ends a moment later; until then another one does not start. */
export async function startAgain(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  for (;;) {
    try {
      return await startPostgres(folder, settings);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Stops every process of a server. Returns how they go on. */
export async function signalAll({ pid, url }: PostgresServer): Promise<() => void> {
  const { rows } = await execute(url('postgres'), 'select pid from pg_stat_activity');
  const pids: number[] = [pid, ...rows.map((row) => row.pid)];
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const each of pids) {
      try {
        process.kill(each, name);
      } catch {
        // It ended.
      }
    }
  };
  signal('SIGSTOP');
  return () => signal('SIGCONT');
}
