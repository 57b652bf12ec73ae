import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of the run's PostgreSQL, which the first test that needs it starts: shared-postgres.ts. */
export const RUN_FOLDER = 'LINEUP_TEST_POSTGRES';

const prefix = 'lineup-postgres-run-';

/** The global setup of Vitest and of Playwright. It returns what ends the run. */
export default function setup(): () => Promise<void> {
  // `npm test` has set it up, for both of them.
  if (process.env[RUN_FOLDER] !== undefined) return async () => {};
  // A run that was killed leaves its server behind.
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^lineup-postgres-run-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) void remove(join(tmpdir(), name));
  }
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  process.env[RUN_FOLDER] = folder;
  return () => remove(folder);
}

async function remove(folder: string): Promise<void> {
  const pid = serverIn(folder);
  if (pid !== null) {
    process.kill(pid, 'SIGINT');
    while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  rmSync(folder, { recursive: true, force: true });
}

/** PostgreSQL writes its process id into the first line of a file. */
function serverIn(folder: string): number | null {
  try {
    const pid = Number(readFileSync(join(folder, 'server/data/postmaster.pid'), 'utf8').split('\n')[0]);
    return isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
