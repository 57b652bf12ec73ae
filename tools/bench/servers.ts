import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Layout } from '../../domain/day/layout.ts';
import { sampleLayout, sampleTemplate } from '../../domain/day/sample.ts';
import type { IsoDate } from '../../domain/time/date.ts';
import type { Target } from './pages.ts';

export interface Running {
  readonly pid: number;
  readonly target: Target;
  stop(): Promise<void>;
}

export const roomCount = 100;
export const roomName = (index: number): string => `layout-${index}`;
const shiftName = (index: number): string => `s${index}`;

export interface Restartable extends Running {
  restart(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');
/** As `npm start` does. */
const serverFlags = ['--max-semi-space-size=4'];
const serverEnv = {
  MALLOC_MMAP_THRESHOLD_: '1000000',
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
};
/** Below the ports that the machine gives to clients, which a server could find taken when it starts again. */
const lowestPort = 20_000;
const highestPort = 32_000;
/** The port of a schedule provider that a hostile team connects. */
export const hostileProvider = 19_990;

export async function startFloor(): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-bench-'));
  const port = await findPort();
  const child = await start(['tools/bench/floor.ts', String(port), join(folder, 'log')], {});
  return {
    pid: child.pid ?? 0,
    target: { port, cookie: '', team: 'floor' },
    async stop() {
      await end(child, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The product's own server with one team, its manager, and the layouts of `roomName`. */
export async function startLineup(): Promise<Restartable> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-bench-'));
  const server = await startServer({
    DATA_DIR: folder,
    OUTGOING_ALLOW: `127.0.0.1:${hostileProvider}`,
  });
  const { port } = server;
  const target = { port, ...(await makeTeam(port)) };
  return {
    get pid() {
      return server.pid;
    },
    target,
    restart: server.restart,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** As when its machine loses its power. */
  kill(): Promise<void>;
}

export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const port = await findPort();
  const startIt = () =>
    start([...serverFlags, 'server/main.ts'], { ...serverEnv, PORT: String(port), ...env });
  let child = await startIt();
  return {
    get pid() {
      return child.pid ?? 0;
    },
    port,
    async restart() {
      await end(child, 'SIGTERM');
      child = await startIt();
    },
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  };
}

export async function makeTeam(port: number): Promise<{ readonly cookie: string; readonly team: string }> {
  const { call, team } = await register(port, 'ben@example.com');
  for (let index = 0; index < roomCount; index++) {
    // a day takes 60 layouts
    const layout = layoutOfTheBench(index % 2 === 0 ? '2026-11-21' : '2026-11-22');
    const envelope = { id: `make-${index}`, change: { type: 'layout.create', layout } };
    await call(`/api/teams/${team}/documents/${roomName(index)}/changes`, envelope);
  }
  return { cookie: call.cookie(), team };
}

const password = 'as fast as it goes';

export async function register(port: number, email: string) {
  const call = caller(port);
  await call('/api/auth/register', { firstName: 'Ben', lastName: 'March', email, password });
  const { team } = await call('/api/teams', {
    name: 'Bench',
    areas: ['Kitchen'],
    breakMinMinutes: 300,
    breakTimerMinutes: 30,
    dayStart: '12:00 AM',
    timeZone: 'UTC',
    sample: false,
  });
  return { call, team: String(team) };
}

/** 40 shifts, named by `shiftName`, and 5 rotations of about 22 positions. */
export function layoutOfTheBench(date: IsoDate): Layout {
  let made = 0;
  const newId = () => `i${made++}`;
  const settings = { breakMinMinutes: 300, breakTimerMinutes: 30, dayStart: '12:00 AM' };
  const layout = sampleLayout(newId, date, settings, sampleTemplate(newId));
  const names = new Map(layout.shifts.map(({ id }, index) => [id, shiftName(index)]));
  return JSON.parse(JSON.stringify(layout), (_, value) => names.get(value) ?? value);
}

async function start(args: readonly string[], env: Record<string, string>): Promise<ChildProcess> {
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
  if (!(await Promise.race([listening, ended]))) throw new Error(`${args[0]} did not start.`);
  return child;
}

/** One that nobody uses, also where several benchmarks run. */
async function findPort(): Promise<number> {
  const port = lowestPort + Math.floor(Math.random() * (highestPort - lowestPort));
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return port;
  } catch {
    return findPort();
  } finally {
    server.close();
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

function caller(port: number) {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  async function call(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookie() },
      body: JSON.stringify(body),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split(/=(.*)/) ?? [];
      cookies.set(name, value);
    }
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }
  return Object.assign(call, { cookie });
}
