import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, LINEUP_TEST_OFFSET, TZ } = process.env;
/** A moved time holds there as well: preload-clock.ts. */
const passedOn = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, LINEUP_TEST_OFFSET, TZ };

/** A short life makes much garbage at once: room for it and one thread to collect it make a start an eighth cheaper. */
export const shortLivedFlags = [
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
  '--single-threaded-gc',
] as const;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A script of server/ in its own process, as the operator starts it. */
export function startProcess(script: string, args: readonly string[], env: Record<string, string>) {
  const file = fileURLToPath(new URL(`../../server/${script}`, import.meta.url));
  const child = spawn(process.execPath, [...shortLivedFlags, file, ...args], {
    env: { ...passedOn, ...env },
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => {
    said.stdout += data;
  });
  child.stderr.on('data', (data) => {
    said.stderr += data;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, ...said }));
  });
  return { child, ended };
}
