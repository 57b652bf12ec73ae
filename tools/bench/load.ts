// Everyone who watches and writes, in one process that is the same for all systems.
import { at, type Mix } from './changes.ts';
import { callPaced, serveLoad } from './load-process.ts';
import { openWriter, type Target, type Write, watch } from './pages.ts';
import { roomCount, roomName } from './servers.ts';

/** One writes again and again, each time after all watchers have it: the result is milliseconds of each write. */
export interface ReachJob {
  readonly kind: 'reach';
  readonly target: Target;
  readonly watchers: number;
  readonly writes: number;
}

/** All write at once, each their next change when the one before is answered. */
export interface FloodJob {
  readonly kind: 'flood';
  /** Of each team the nodes that its pages are spread over. */
  readonly teams: readonly (readonly Target[])[];
  /** Layouts of each team; `roomCount` if nothing is said. */
  readonly rooms?: number;
  readonly mix: Mix;
  readonly writers: number;
  readonly watchersEach: number;
}

export interface Flooded {
  readonly acknowledged: number;
  readonly refused: number;
  readonly seconds: number;
}

/** So many changes a second on two nodes, the writers of every other layout on the second. */
export interface PacedJob {
  readonly kind: 'paced';
  readonly targets: readonly [Target, Target];
  readonly perSecond: number;
}

/** Milliseconds until a page of the same node has each change, and one of the other. */
export interface Waits {
  readonly same: readonly number[];
  readonly other: readonly number[];
}

type Job = ReachJob | FloodJob | PacedJob;

serveLoad<Job, { seconds: number }, unknown>(async (job) => {
  if (job.kind === 'reach') return reach(job);
  return job.kind === 'flood' ? flood(job) : paced(job);
});

/** Writes that count for nothing: both systems warm up. */
const warmUp = 30;

async function reach({ target, watchers, writes }: ReachJob) {
  const room = roomName(0);
  let missing = 0;
  let allHave = () => {};
  const onChanged = () => {
    missing -= 1;
    if (missing === 0) allHave();
  };
  await openMany(watchers, () => watch(target, room, onChanged));
  const write = await openWriter(target, 'presses');
  const writeOnce = async () => {
    missing = watchers;
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    allHave = resolve;
    const started = performance.now();
    const acknowledged = write(room);
    await reached;
    const time = performance.now() - started;
    await acknowledged;
    return time;
  };
  for (let each = 0; each < warmUp; each++) await writeOnce();
  return async () => {
    const times: number[] = [];
    for (let each = 0; each < writes; each++) times.push(await writeOnce());
    return times;
  };
}

async function flood({ teams, rooms = roomCount, mix, writers, watchersEach }: FloodJob) {
  let refused = 0;
  const onRefused = () => {
    refused += 1;
  };
  const places = teams.flatMap((nodes, team) =>
    Array.from({ length: rooms }, (_, index) => ({ nodes, team, room: roomName(index) })),
  );
  let opened = 0;
  await openMany(places.length * watchersEach, () => {
    const { nodes, room } = at(places, opened);
    const node = opened + Math.floor(opened / places.length);
    opened++;
    return watch(at(nodes, node), room, () => {});
  });
  // Each writer is in every team.
  const writes: Write[][] = [];
  for (let index = 0; index < writers; index++) {
    writes.push(await Promise.all(teams.map((nodes) => openWriter(at(nodes, index), mix, onRefused))));
  }
  const next = writes.map((_, index) => index);
  return async ({ seconds }: { seconds: number }): Promise<Flooded> => {
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
    return { acknowledged: answered - refused, refused, seconds: took };
  };
}

async function paced({ targets, perSecond }: PacedJob) {
  const waits = { same: [] as number[], other: [] as number[] };
  const writes: (() => void)[] = [];
  for (let index = 0; index < roomCount; index++) {
    const room = roomName(index);
    const sentAt: number[] = [];
    for (const [place, kind] of (['same', 'other'] as const).entries()) {
      let seen = 0;
      await watch(at(targets, index + place), room, () => {
        waits[kind].push(performance.now() - (sentAt[seen++] ?? 0));
      });
    }
    const write = await openWriter(at(targets, index), 'notes');
    writes.push(() => {
      sentAt.push(performance.now());
      void write(room);
    });
  }
  const proceed = async ({ seconds }: { seconds: number }): Promise<Waits> => {
    waits.same.length = 0;
    waits.other.length = 0;
    await callPaced({ perSecond, seconds }, (number) => at(writes, number)());
    return waits;
  };
  // Both nodes warm up.
  await proceed({ seconds: 1 });
  return proceed;
}

/** A few at a time, as a server's queue of new connections is bounded. */
async function openMany(count: number, openOne: () => Promise<unknown>): Promise<void> {
  for (let opened = 0; opened < count; opened += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - opened) }, openOne));
  }
}
