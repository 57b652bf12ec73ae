import { expect, it } from 'vitest';
import { buildLayout } from '../../test/builders.ts';
import { openReliableNetwork, team } from '../../test/simulation/reliable-network.ts';

const hour = 3_600_000;

/** A board that changes to the layout of each next day, as one on a wall does. */
async function openBoard() {
  const { time, open, server } = await openReliableNetwork({ ann: 'manager' });
  for (const document of ['tuesday', 'wednesday']) {
    await server.documents.issue({ team, document }, { type: 'layout.create', layout: buildLayout({}) });
  }
  const { client } = open('ann');
  await time.pass(1_000);
  const day = (document: string) => client.open('layout', team, document);
  const look = async (document: string) => {
    const leave = day(document).subscribe(() => {});
    await time.pass(1_000);
    return leave;
  };
  return { time, client, day, look };
}

it('a day that was left an hour ago is not kept once another is opened', async () => {
  const { time, day, look } = await openBoard();
  const monday = day('monday');
  (await look('monday'))();
  const leave = await look('tuesday');
  const tuesday = day('tuesday');
  expect(day('monday'), 'left just now, it is shown at once').toBe(monday);
  await time.pass(hour + 1_000);
  await look('wednesday');
  expect(day('tuesday'), 'which is looked at').toBe(tuesday);
  leave();
  expect(day('monday')).not.toBe(monday);
  expect(day('monday').get().state).toBe('loading');
  await look('monday');
  expect(day('monday').get().state).toBe('ready');
});

it('a day stays as long as something in it can be taken back', async () => {
  const { time, client, day, look } = await openBoard();
  const leave = await look('monday');
  day('monday').change({ type: 'shift.edit', shift: 'ana', note: 'drinks' });
  await time.pass(1_000);
  leave();
  await time.pass(hour + 1_000);
  await look('tuesday');
  expect(client.undo.undo()).toMatchObject({ type: 'done' });
});
