import { expect, it } from 'vitest';
import { largestWatches } from '../../contract/live.ts';
import { buildLayout } from '../../test/builders.ts';
import { openReliableNetwork, team } from '../../test/simulation/reliable-network.ts';

async function openMany(count: number) {
  const { time, open, server } = await openReliableNetwork({ ann: 'manager' });
  const ids = Array.from({ length: count }, (_, index) => `day-${index}`);
  for (const document of ids) {
    await server.documents.issue({ team, document }, { type: 'layout.create', layout: buildLayout({}) });
  }
  const page = open('ann');
  await time.pass(1_000);
  const layouts = ids.map((id) => page.client.open('layout', team, id));
  const states = () =>
    layouts.map((layout) => layout.get()).map((view) => (view.state === 'gone' ? view.why : view.state));
  return { time, page, layouts, states };
}

it('many layouts opened one after the other all load: those left first make room', async () => {
  const { time, page, layouts, states } = await openMany(largestWatches + 10);
  for (const layout of layouts) {
    const leave = layout.subscribe(() => {});
    await time.pass(100);
    leave();
  }
  expect(new Set(states())).toEqual(new Set(['ready']));
  const stopped = page.sent.filter(({ type }) => type === 'unwatch');
  expect(stopped.map((message) => 'document' in message && message.document)).toEqual(
    Array.from({ length: 10 }, (_, index) => `day-${index}`),
  );
});

it('of too many at once only the last wait, and load when others are closed', async () => {
  const { time, layouts, states } = await openMany(largestWatches + 2);
  const leave = layouts.map((layout) => layout.subscribe(() => {}));
  await time.pass(1_000);
  expect(states().slice(0, -2)).toEqual(Array.from({ length: largestWatches }, () => 'ready'));
  expect(states().slice(-2)).toEqual(['too-many', 'too-many']);
  for (const each of leave.slice(0, 5)) each();
  await time.pass(60_000);
  expect(states().slice(-2)).toEqual(['ready', 'ready']);
});
