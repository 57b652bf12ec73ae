import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { abuses } from './abuse/abuses.ts';
import type { Attack } from './abuse/attack.ts';
import { type Hostile, makeHostile } from './abuse/hostile.ts';
import { type Restartable, roomName, startLineup } from './servers.ts';
import { wireOf } from './wire.ts';

/** What everyone else may wait at most for 99 of 100 changes, in milliseconds. */
const mark = 500;
/** Milliseconds between two presses of the lead, whether the one before was answered or not. */
const pressEvery = 40;
const full = { warmUp: 1, alone: 3, abused: 8 };
const quick = { warmUp: 1, alone: 1.5, abused: 3 };

interface Latency {
  readonly p50: number;
  readonly p99: number;
}

interface Row extends Latency {
  readonly title: string;
  readonly alone: Latency;
  /** How often the abuse was repeated. */
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
  const press = await wireOf(lineup.target).openWriter();
  await pressFor(press, seconds.warmUp);
  const alone = await pressFor(press, seconds.alone);
  const child = fork(join(import.meta.dirname, 'abuse/attack.ts'));
  const begun = hear(child);
  child.send({ abuse, hostile, seconds: seconds.abused } satisfies Attack);
  await begun;
  const ended = hear(child);
  const abused = await pressFor(press, seconds.abused);
  const rounds = Number(await ended);
  return { title: abuses[abuse]?.title ?? abuse, alone, rounds, ...abused };
}

/** Each wait counts from when the press was due, so that those behind a slow one count too. */
async function pressFor(press: (room: string) => Promise<void>, seconds: number): Promise<Latency> {
  const waits: number[] = [];
  const start = performance.now();
  for (let due = start; due < start + seconds * 1_000; due += pressEvery) {
    await sleep(Math.max(0, due - performance.now()));
    const from = Math.min(due, performance.now());
    await press(roomName(0));
    waits.push(performance.now() - from);
  }
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor(share * (waits.length - 1))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

async function hear(child: ChildProcess): Promise<unknown> {
  const failed = once(child, 'exit').then(() => {
    throw new Error('The abuse ended early.');
  });
  const [told] = await Promise.race([once(child, 'message'), failed]);
  return told;
}

function report(rows: readonly Row[]): void {
  const head = ['abuse', 'p50', 'p99', 'p50 alone', 'p99 alone', 'p99 ratio', 'rounds'];
  const cells = rows.map(({ title, alone, rounds, p50, p99 }) => [
    title,
    ...[p50, p99, alone.p50, alone.p99].map((value) => value.toFixed(1)),
    `${(p99 / alone.p99).toFixed(1)}x`,
    rounds,
  ]);
  for (const row of [head, head.map(() => '---'), ...cells]) console.log(`| ${row.join(' | ')} |`);
  const slow = rows.filter(({ p99 }) => p99 > mark);
  console.log(slow.length === 0 ? `All under ${mark} ms.` : `Over ${mark} ms: ${slow.length}.`);
  console.log(`The machine's load is ${loadavg()[0]?.toFixed(1)}.`);
}
