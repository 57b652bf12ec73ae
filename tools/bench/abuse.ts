import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Abuse, type Hostile, makeHostile } from './abuse/hostile.ts';
import { httpAbuses } from './abuse/http-abuses.ts';
import { liveAbuses } from './abuse/live-abuses.ts';
import { cpuOf, peakMemoryOf } from './samples.ts';
import { type Restartable, roomName, startLineup } from './servers.ts';
import { lineupWire } from './wire.ts';

export const abuses: Readonly<Record<string, Abuse>> = { ...liveAbuses, ...httpAbuses };

// One abuse, in a process of its own: repeats it until the time is up.

export interface Attack {
  readonly abuse: string;
  readonly hostile: Hostile;
  readonly seconds: number;
}

process.once('message', async ({ abuse, hostile, seconds }: Attack) => {
  const round = await abuses[abuse]?.start(hostile);
  if (!round) throw new Error(`There is no abuse ${abuse}.`);
  process.send?.('begun');
  let rounds = 0;
  // A round that is not answered by then is left behind: limits can make it last for minutes.
  setTimeout(() => process.send?.(rounds, () => process.exit()), seconds * 1_000);
  for (;;) {
    await round();
    rounds += 1;
  }
});

/** What everyone else may wait at most for 99 of 100 changes, in milliseconds. */
const mark = 500;
/** Milliseconds between two presses, whether those before were answered or not. */
const pressEvery = 40;
const pingEvery = 10;
/** Pages that press in turn. */
const leads = 5;
const full = { warmUp: 1, alone: 3, abused: 8 };
const quick = { warmUp: 1, alone: 1.5, abused: 3 };

interface Waits {
  /** For breaks to be accepted. */
  readonly p50: number;
  readonly p99: number;
  /** For the answer to a ping, at most. */
  readonly ping: number;
}

interface Row extends Waits {
  readonly title: string;
  readonly alone: Waits;
  /** Milliseconds of processor time a second. */
  readonly cpu: number;
  /** Megabytes of the server's memory, at most. */
  readonly memory: number;
  readonly rounds: number;
}

/** Prints how long a lead waits for breaks to be accepted while somebody else floods the server. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  const lineup = await startLineup();
  const rows: Row[] = [];
  try {
    const hostiles = new Map<string, Hostile>();
    for (const name of chosen()) {
      const prepare = abuses[name]?.prepare ?? (async () => {});
      const hostile = await makeHostile(lineup.target.port, `${name}@example.com`, prepare);
      hostiles.set(name, hostile);
    }
    for (const [abuse, hostile] of hostiles) {
      console.log(`Under abuse: ${abuse} ...`);
      rows.push(await measure(lineup, abuse, hostile, isQuick ? quick : full));
    }
  } finally {
    await lineup.stop();
  }
  report(rows);
}

/** `npm run bench -- abuse notes` measures that abuse alone. */
function chosen(): string[] {
  const named = Object.keys(abuses).filter((name) => process.argv.includes(name));
  return named.length > 0 ? named : Object.keys(abuses);
}

/** The server is started anew, so that it has nothing in memory and every limit begins again. */
async function measure(
  lineup: Restartable,
  abuse: string,
  hostile: Hostile,
  seconds: typeof full,
): Promise<Row> {
  await lineup.restart();
  const people = await openPeople(lineup.target);
  await waitsOf(people, seconds.warmUp);
  const alone = await waitsOf(people, seconds.alone);
  const child = fork(join(import.meta.dirname, 'abuse/attack.ts'));
  const begun = hear(child);
  child.send({ abuse, hostile, seconds: seconds.abused } satisfies Attack);
  await begun;
  const ended = hear(child);
  const cpu = cpuOf(lineup.pid);
  const abused = await waitsOf(people, seconds.abused);
  const rounds = Number(await ended);
  return {
    title: abuses[abuse]?.title ?? abuse,
    alone,
    rounds,
    cpu: (cpuOf(lineup.pid) - cpu) / seconds.abused,
    memory: peakMemoryOf(lineup.pid),
    ...abused,
  };
}

interface People {
  readonly press: readonly (() => Promise<void>)[];
  readonly ping: () => Promise<void>;
}

async function openPeople(target: Restartable['target']): Promise<People> {
  const { openWriter, openPinger } = lineupWire(target);
  const writers = await Promise.all(Array.from({ length: leads }, () => openWriter()));
  return { press: writers.map((write) => () => write(roomName(0))), ping: await openPinger() };
}

async function waitsOf({ press, ping }: People, seconds: number): Promise<Waits> {
  const [presses, pings] = await Promise.all([
    sorted(every(pressEvery, seconds, press)),
    sorted(every(pingEvery, seconds, [ping])),
  ]);
  const at = (share: number) => presses[Math.floor(share * (presses.length - 1))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), ping: pings.at(-1) ?? 0 };
}

/** Calls the functions in turn. Each wait counts from when the call was due. */
async function every(
  pause: number,
  seconds: number,
  calls: readonly (() => Promise<void>)[],
): Promise<Promise<number>[]> {
  const waits: Promise<number>[] = [];
  const start = performance.now();
  for (let due = start; due < start + seconds * 1_000; due += pause) {
    await sleep(Math.max(0, due - performance.now()));
    const call = calls[waits.length % calls.length];
    if (call) waits.push(call().then(() => performance.now() - due));
  }
  return waits;
}

const sorted = async (waits: Promise<Promise<number>[]>): Promise<number[]> =>
  (await Promise.all(await waits)).sort((a, b) => a - b);

async function hear(child: ChildProcess): Promise<unknown> {
  const failed = once(child, 'exit').then(() => {
    throw new Error('The abuse ended early.');
  });
  const [told] = await Promise.race([once(child, 'message'), failed]);
  return told;
}

function report(rows: readonly Row[]): void {
  const head = ['abuse', 'p99 alone', 'p50', 'p99', 'longest ping', 'CPU ms/s', 'MB', 'rounds'];
  const cells = rows.map(({ title, alone, p50, p99, ping, cpu, memory, rounds }) => [
    title,
    ...[alone.p99, p50, p99].map((value) => value.toFixed(1)),
    ...[ping, cpu, memory, rounds].map((value) => value.toFixed(0)),
  ]);
  for (const row of [head, head.map(() => '---'), ...cells]) console.log(`| ${row.join(' | ')} |`);
  const slow = rows.filter(({ p99 }) => p99 > mark);
  console.log(slow.length === 0 ? `All under ${mark} ms.` : `Over ${mark} ms: ${slow.length}.`);
  console.log(`The machine's load is ${loadavg()[0]?.toFixed(1)}.`);
}
