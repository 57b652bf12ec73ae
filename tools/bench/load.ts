// The load: everyone who watches and writes, in one process that is the same for both systems.
import type { Mix } from './changes.ts';
import { roomCount, roomName, type Target } from './servers.ts';
import { wireOf } from './wire.ts';

export type Job = { readonly target: Target } & (
  | { readonly kind: 'reach'; readonly watchers: number; readonly writes: number }
  | {
      readonly kind: 'flood';
      readonly mix: Mix;
      readonly writers: number;
      readonly watchersEach: number;
      readonly seconds: number;
    }
);

/** `times`: milliseconds of each write until all watchers have it. */
export type Told =
  | { readonly told: 'connected' }
  | { readonly told: 'reached'; readonly times: readonly number[] }
  | { readonly told: 'flooded'; readonly acknowledged: number; readonly seconds: number };

const tell = (told: Told) => process.send?.(told);
/** Resolves when the parent process has measured the idle server, or at the end. */
const allowed = () => new Promise((resolve) => process.once('message', resolve));
const room = roomName(0);
/** Writes that count for nothing: both systems warm up. */
const warmUp = 30;

process.once('message', async (job: Job) => {
  if (job.kind === 'reach') await reach(job);
  else await flood(job);
  await allowed();
  process.exit();
});

async function reach({ target, watchers, writes }: Job & { kind: 'reach' }): Promise<void> {
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
  tell({ told: 'connected' });
  await allowed();
  const times: number[] = [];
  for (let each = 0; each < writes; each++) times.push(await writeOnce());
  tell({ told: 'reached', times });
}

async function flood({
  target,
  mix,
  writers,
  watchersEach,
  seconds,
}: Job & { kind: 'flood' }): Promise<void> {
  const wire = wireOf(target);
  let each = 0;
  await openMany(roomCount * watchersEach, () => wire.watch(roomName(each++ % roomCount), () => {}));
  const writes = await Promise.all(Array.from({ length: writers }, () => wire.openWriter(mix)));
  tell({ told: 'connected' });
  await allowed();
  let acknowledged = 0;
  const started = performance.now();
  const end = started + seconds * 1_000;
  await Promise.all(
    writes.map(async (write, index) => {
      for (let next = index; performance.now() < end; next += writers) {
        await write(roomName(next % roomCount));
        acknowledged += 1;
      }
    }),
  );
  tell({ told: 'flooded', acknowledged, seconds: (performance.now() - started) / 1_000 });
}

/** A few at a time, as a server's queue of new connections is bounded. */
async function openMany(count: number, openOne: () => Promise<void>): Promise<void> {
  for (let opened = 0; opened < count; opened += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - opened) }, openOne));
  }
}
