// Everyone who watches and writes, in one process that is the same for all systems.
import { at, type Mix, roomCount, roomName } from './changes.ts';
import { serveLoad } from './load-process.ts';
import { openWriter, type Target, type Write, watch } from './pages.ts';

/** One writes again and again, each time after all watchers have it: the result is milliseconds of each write. */
export interface ReachJob {
  readonly kind: 'reach';
  readonly target: Target;
  /** Of the one who writes; where the others watch if nothing is said. */
  readonly from?: Target;
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

export type Flooded = Awaited<ReturnType<Awaited<ReturnType<typeof flood>>>>;

serveLoad<ReachJob | FloodJob, { seconds: number }, unknown>((job) =>
  job.kind === 'reach' ? reach(job) : flood(job),
);

/** Writes that count for nothing: both systems warm up. */
const warmUp = 30;

async function reach({ target, from = target, watchers, writes }: ReachJob) {
  const room = roomName(0);
  let missing = 0;
  let allHave = () => {};
  const onChanged = () => {
    missing -= 1;
    if (missing === 0) allHave();
  };
  await openMany(watchers, () => watch(target, room, onChanged));
  const write = await openWriter(from, 'presses');
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
  return async ({ seconds }: { seconds: number }) => {
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

/** A few at a time, as a server's queue of new connections is bounded. */
async function openMany(count: number, openOne: () => Promise<unknown>): Promise<void> {
  for (let opened = 0; opened < count; opened += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - opened) }, openOne));
  }
}
