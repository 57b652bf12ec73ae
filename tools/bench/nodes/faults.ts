import { setTimeout as wait } from 'node:timers/promises';
import { startAnswerCutter } from '../../../test/postgres/answer-cutter.ts';
import { type CrowdPage, openCrowdPage } from '../crowd-page.ts';
import { roomCount, roomName } from '../servers.ts';
import { lineupWire } from '../wire.ts';
import type { Cluster } from './cluster.ts';
import { type Findings, stopAll } from './throughput.ts';

export const faultFigures = {
  frozen: 'ms that a change takes at most to a node whose listening connection is frozen',
  killed: 'ms until 200 pages of a killed node are back on another',
} as const;

/** Longer than a node takes to notice, and to connect anew. */
const frozenFor = 7_000;

/** How late changes are on a node whose connection that listens passes nothing on anymore, but stays open. */
export async function measureFrozen(
  cluster: Cluster,
  { rounds }: { readonly rounds: number },
  { samples }: Findings,
): Promise<void> {
  const cutter = await startAnswerCutter(cluster.url);
  const nodes = [...(await cluster.start(1)), ...(await cluster.start(1, cutter.url))];
  const [here, there] = nodes.map(({ target }) => lineupWire(target));
  try {
    const sentAt: number[] = [];
    let seen = 0;
    let longest = 0;
    await there?.watch(roomName(0), (count) => {
      const now = performance.now();
      for (const sent of sentAt.slice(seen, seen + count)) longest = Math.max(longest, now - sent);
      seen += count;
    });
    const write = await here?.openWriter('notes');
    for (let round = 0; round < rounds; round++) {
      // It hears itself first, as any node that has run for a moment.
      await wait(2_000);
      longest = 0;
      cutter.freeze('listen lineup');
      for (let sent = 0; sent < frozenFor / 50; sent++) {
        sentAt.push(performance.now());
        await Promise.all([write?.(roomName(0)), wait(50)]);
      }
      while (seen < sentAt.length) await wait(10);
      samples.push({ about: faultFigures.frozen, system: 'measured', value: longest });
    }
  } finally {
    await stopAll(nodes);
    await cutter.close();
  }
}

/** As behind a balancer that sends new connections to nodes that answer. */
export async function measureKilled(
  cluster: Cluster,
  { rounds }: { readonly rounds: number },
  { samples }: Findings,
): Promise<void> {
  const stays = await cluster.start(1);
  for (let round = 0; round < rounds; round++) {
    const [killed] = await cluster.start(1);
    if (!killed) throw new Error('The node did not start.');
    let port = killed.port;
    const { cookie, team } = killed.target;
    const pages = Array.from({ length: 200 }, (_, index) =>
      openCrowdPage({ port: () => port, cookie, team, layout: roomName(index % roomCount) }),
    );
    await allBack(pages);
    // As long as a connection must have lasted for the next attempt to be quick.
    await wait(5_000);
    port = stays[0]?.port ?? 0;
    const moment = performance.now();
    await killed.kill();
    await wait(50);
    await allBack(pages);
    samples.push({ about: faultFigures.killed, system: 'measured', value: performance.now() - moment });
    for (const page of pages) page.close();
  }
  await stopAll(stays);
}

async function allBack(pages: readonly CrowdPage[]): Promise<void> {
  while (!pages.every((page) => page.isBack())) await wait(5);
}
