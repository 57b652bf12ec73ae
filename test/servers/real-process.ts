import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, LINEUP_TEST_OFFSET, TZ } = process.env;
/** A moved time holds there as well: preload-clock.ts. */
const passedOn = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, LINEUP_TEST_OFFSET, TZ };

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A script of server/ in its own process, as the operator starts it. */
export function startProcess(script: string, args: readonly string[], env: Record<string, string>) {
  const file = fileURLToPath(new URL(`../../server/${script}`, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { env: { ...passedOn, ...env } });
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
