// A load of so many changes a second on two nodes: how long until a page of the same node has each, and one of the other.
import { at } from '../changes.ts';
import { roomCount, roomName } from '../servers.ts';
import { lineupWire } from '../wire.ts';
import type { NodeTarget } from './cluster.ts';

export interface PacedJob {
  readonly targets: readonly [NodeTarget, NodeTarget];
  readonly perSecond: number;
  readonly seconds: number;
}

/** Milliseconds. */
export interface Waits {
  readonly same: readonly number[];
  readonly other: readonly number[];
}

process.once('message', async (job: PacedJob) => {
  process.send?.(await measure(job));
  await nextMessage();
  process.exit();
});

const nextMessage = () => new Promise((resolve) => process.once('message', resolve));

/** The writers of every other layout are on the second node. */
async function measure({ targets, perSecond, seconds }: PacedJob): Promise<Waits> {
  const wires = targets.map((target) => lineupWire(target));
  const waits = { same: [] as number[], other: [] as number[] };
  const writes: (() => void)[] = [];
  for (let index = 0; index < roomCount; index++) {
    const room = roomName(index);
    const sentAt: number[] = [];
    for (const [place, kind] of (['same', 'other'] as const).entries()) {
      let seen = 0;
      await at(wires, index + place).watch(room, (count) => {
        const now = performance.now();
        for (const sent of sentAt.slice(seen, seen + count)) waits[kind].push(now - sent);
        seen += count;
      });
    }
    const write = await at(wires, index).openWriter('notes');
    writes.push(() => {
      sentAt.push(performance.now());
      void write(room);
    });
  }
  const send = (count: number) => paced(perSecond, count, (number) => at(writes, number)());
  // Both nodes warm up.
  await send(perSecond);
  process.send?.('connected');
  await nextMessage();
  waits.same.length = 0;
  waits.other.length = 0;
  await send(perSecond * seconds);
  return waits;
}

/** Calls as often as it should, also after a pause; then leaves a moment for the last answers. */
async function paced(perSecond: number, count: number, call: (number: number) => void): Promise<void> {
  const start = performance.now();
  for (let made = 0; made < count; ) {
    const due = Math.min(count, Math.floor(((performance.now() - start) / 1_000) * perSecond));
    for (; made < due; made++) call(made);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
}
