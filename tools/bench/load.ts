// The load: everyone who watches and writes, in one process that is the same for all systems.
import { at, type Mix } from './changes.ts';
import { roomCount, roomName, type Target } from './servers.ts';
import { type Write, wireOf } from './wire.ts';

export type Job =
  | { readonly kind: 'reach'; readonly target: Target; readonly watchers: number; readonly writes: number }
  | {
      readonly kind: 'flood';
      /** Of each team the nodes that its pages are spread over. */
      readonly teams: readonly (readonly Target[])[];
      /** Layouts of each team; `roomCount` if nothing is said. */
      readonly rooms?: number;
      readonly mix: Mix;
      readonly writers: number;
      readonly watchersEach: number;
      readonly seconds: number;
    };

/** `times`: milliseconds of each write until all watchers have it. */
export type Told =
  | { readonly told: 'reached'; readonly times: readonly number[] }
  | {
      readonly told: 'flooded';
      readonly acknowledged: number;
      readonly refused: number;
      readonly seconds: number;
    };

/** The load goes on at each message until the last one. */
const isOver = async (): Promise<boolean> =>
  (await new Promise((resolve) => process.once('message', resolve))) === 'end';
const room = roomName(0);
/** Writes that count for nothing: both systems warm up. */
const warmUp = 30;

process.once('message', async (job: Job) => {
  const go = job.kind === 'reach' ? await reach(job) : await flood(job);
  process.send?.('connected');
  while (!(await isOver())) process.send?.(await go());
  process.exit();
});

async function reach({ target, watchers, writes }: Job & { kind: 'reach' }): Promise<() => Promise<Told>> {
  const wire = wireOf(target);
  let missing = 0;
  let allHave = () => {};
  const onEvents = (count: number) => {
    missing -= count;
    if (missing === 0) allHave();
  };
  await openMany(watchers, () => wire.watch(room, onEvents));
  const write = await wire.openWriter();
  const writeOnce = async () => {
    missing = watchers;
    const reached = new Promise<void>((resolve) => {
      allHave = resolve;
    });
    const started = performance.now();
    const acknowledged = write(room);
    const time = reached.then(() => performance.now() - started);
    await acknowledged;
    return time;
  };
  for (let each = 0; each < warmUp; each++) await writeOnce();
  return async () => {
    const times: number[] = [];
    for (let each = 0; each < writes; each++) times.push(await writeOnce());
    return { told: 'reached', times };
  };
}

async function flood({
  teams,
  rooms = roomCount,
  mix,
  writers,
  watchersEach,
  seconds,
}: Job & { kind: 'flood' }): Promise<() => Promise<Told>> {
  let refused = 0;
  const onRefused = (count: number) => {
    refused += count;
  };
  const wires = teams.map((nodes) => nodes.map((target) => wireOf(target, onRefused)));
  const places = wires.flatMap((nodes, team) =>
    Array.from({ length: rooms }, (_, index) => ({ nodes, team, room: roomName(index) })),
  );
  let opened = 0;
  await openMany(places.length * watchersEach, () => {
    const { nodes, room } = at(places, opened);
    const node = opened + Math.floor(opened / places.length);
    opened++;
    return at(nodes, node).watch(room, () => {});
  });
  // Each writer is in every team.
  const writes: Write[][] = [];
  for (let index = 0; index < writers; index++) {
    writes.push(await Promise.all(wires.map((nodes) => at(nodes, index).openWriter(mix))));
  }
  const next = writes.map((_, index) => index);
  return async () => {
    let answered = 0;
    refused = 0;
    const started = performance.now();
    const end = started + seconds * 1_000;
    await Promise.all(
      writes.map(async (ofTeams, index) => {
        while (performance.now() < end) {
          const number = next[index] ?? 0;
          next[index] = number + writers;
          const { team, room } = at(places, number);
          await ofTeams[team]?.(room);
          answered += 1;
        }
      }),
    );
    const took = (performance.now() - started) / 1_000;
    return { told: 'flooded', acknowledged: answered - refused, refused, seconds: took };
  };
}

/** A few at a time, as a server's queue of new connections is bounded. */
async function openMany(count: number, openOne: () => Promise<void>): Promise<void> {
  for (let opened = 0; opened < count; opened += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - opened) }, openOne));
  }
}
