import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { changeDocument } from '../../contract/documents.ts';
import type { Change } from '../../domain/change/change.ts';
import { freePort } from '../../test/servers/free-port.ts';
import { newcomer, newTeam } from '../../test/servers/running-server.ts';
import { layoutOfTheBench, roomCount, roomName } from './changes.ts';

const root = join(import.meta.dirname, '../..');
/** As `npm start` does. */
const serverFlags = ['--max-semi-space-size=4'];
const serverEnv = {
  MALLOC_MMAP_THRESHOLD_: '1000000',
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
};
/** The port of a schedule provider that a hostile team connects. */
export const hostileProvider = 19_990;

/** A server in a process of its own, which keeps its port when it starts again. */
export type ServerProcess = Awaited<ReturnType<typeof startProcess>>;

export type Lineup = Awaited<ReturnType<typeof startLineup>>;

export async function startFloor() {
  const floor = await inFolder((folder) => startProcess(['tools/bench/floor.ts', join(folder, 'log')], {}));
  return Object.assign(floor, { target: { port: floor.port, cookie: '', team: 'floor' } });
}

/** The product's own server with one team, its manager, and the layouts of `roomName`. */
export async function startLineup() {
  const server = await inFolder((DATA_DIR) =>
    startServer({ DATA_DIR, OUTGOING_ALLOW: `127.0.0.1:${hostileProvider}` }),
  );
  return Object.assign(server, { target: { port: server.port, ...(await makeTeam(server.port)) } });
}

/** With a folder that is removed when it has stopped. */
async function inFolder(start: (folder: string) => Promise<ServerProcess>): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-bench-'));
  const server = await start(folder);
  const { stop } = server;
  return Object.assign(server, {
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

export const startServer = (env: Readonly<Record<string, string>>): Promise<ServerProcess> =>
  startProcess([...serverFlags, 'server/main.ts'], { ...serverEnv, ...env });

async function startProcess(args: readonly string[], env: Readonly<Record<string, string>>) {
  const port = await freePort();
  const start = () => spawnReady(args, { PORT: String(port), ...env });
  let child = await start();
  return {
    get pid() {
      return child.pid ?? 0;
    },
    port,
    async restart() {
      await end(child);
      child = await start();
    },
    stop: () => end(child),
  };
}

export async function makeTeam(port: number): Promise<{ readonly cookie: string; readonly team: string }> {
  const { cookie, team, change } = await register(port, 'Ben');
  for (let index = 0; index < roomCount; index++) {
    // a day takes 60 layouts
    const layout = layoutOfTheBench(index % 2 === 0 ? '2026-11-21' : '2026-11-22');
    await change(roomName(index), { type: 'layout.create', layout });
  }
  return { cookie, team };
}

/** A person with a team, who makes changes by HTTP. */
export async function register(port: number, name: string) {
  const visitor = await newcomer(`http://127.0.0.1:${port}`, name);
  const team = await newTeam(visitor, { timeZone: 'UTC' });
  let made = 0;
  return {
    cookie: visitor.cookie(),
    team,
    async change(document: string, change: Change): Promise<void> {
      const body = { id: `make-${made++}`, change };
      const { status, text } = await visitor.call(changeDocument, { params: { team, document }, body });
      if (status !== 200) throw new Error(`${document}: ${text}`);
    },
  };
}

async function spawnReady(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', SOCKETS_PER_ADDRESS: '100000', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('The server has no output.');
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  const listening = once(createInterface({ input: child.stdout }), 'line').then(() => true);
  const ended = once(child, 'exit').then(() => false);
  if (!(await Promise.race([listening, ended]))) throw new Error(`${args.at(-1)} did not start.`);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
