import { setTimeout as sleep } from 'node:timers/promises';
import { abuses, makeHostile } from './abuse/abuses.ts';
import type { AttackJob } from './abuse/attack.ts';
import { roomName } from './changes.ts';
import { startLoad } from './load-process.ts';
import { openWriter, type Target } from './pages.ts';
import { printTable, quantile, show } from './samples.ts';
import { type Lineup, startLineup } from './servers.ts';

/** What everyone else may wait at most for 99 of 100 changes, in milliseconds. */
const usualMark = 500;
/** Milliseconds between two presses, whether those before were answered or not. */
const pressEvery = 40;
/** Pages that press in turn. */
const leads = 5;
const full = { warmUp: 1, alone: 3, abused: 8 };
const quick = { warmUp: 1, alone: 1.5, abused: 3 };

/** Prints how long a lead waits for breaks to be accepted while somebody else floods the server. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  const lineup = await startLineup();
  const rows: string[][] = [];
  try {
    const hostiles = new Map<string, Target>();
    for (const name of chosen()) hostiles.set(name, await makeHostile(lineup.target.port, name));
    for (const [abuse, hostile] of hostiles) {
      console.log(`Under abuse: ${abuse} ...`);
      rows.push(await measure(lineup, { abuse, hostile }, isQuick ? quick : full));
    }
  } finally {
    await lineup.stop();
  }
  printTable(['abuse', 'p99 alone, ms', 'p99', 'ratio', 'mark', 'rounds'], rows);
}

/** `npm run bench -- abuse notes` measures that abuse alone. */
function chosen(): string[] {
  const named = Object.keys(abuses).filter((name) => process.argv.includes(name));
  return named.length > 0 ? named : Object.keys(abuses);
}

/** The server is started anew, so that it has nothing in memory and every limit begins again. */
async function measure(lineup: Lineup, attack: AttackJob, seconds: typeof full): Promise<string[]> {
  await lineup.restart();
  const writers = await Promise.all(
    Array.from({ length: leads }, () => openWriter(lineup.target, 'presses')),
  );
  const press = writers.map((write) => () => write(roomName(0)));
  await waitsOf(press, seconds.warmUp);
  const alone = await waitsOf(press, seconds.alone);
  const load = await startLoad<AttackJob, { seconds: number }, number>('abuse/attack.ts', attack);
  const rounds = load.proceed({ seconds: seconds.abused });
  const abused = await waitsOf(press, seconds.abused);
  const made = await rounds;
  await load.end();
  const { title = '', mark = usualMark } = abuses[attack.abuse] ?? {};
  const [before, under] = [quantile(alone, 0.99), quantile(abused, 0.99)];
  return [
    title,
    ...[before, under].map(show),
    `${(under / before).toFixed(1)}x`,
    ...[show(mark), String(made)],
  ];
}

/** Presses in turn; each wait counts from when the press was due. */
async function waitsOf(press: readonly (() => Promise<void>)[], seconds: number): Promise<number[]> {
  const waits: Promise<number>[] = [];
  const start = performance.now();
  for (let due = start; due < start + seconds * 1_000; due += pressEvery) {
    await sleep(Math.max(0, due - performance.now()));
    const pressed = press[waits.length % press.length]?.();
    if (pressed) waits.push(pressed.then(() => performance.now() - due));
  }
  return Promise.all(waits);
}
