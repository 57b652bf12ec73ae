import type { BreakPress } from '../../../../domain/day/break.ts';
import { test } from '../../../../test/page/clock.ts';
import {
  change,
  createLayout,
  expect,
  lunch,
  openTeam,
  type Page,
  post,
  read,
  remember,
  type Sender,
  shiftOf,
} from '../../../../test/page/restaurant.ts';
import { leave, openTablet, pins, recorded, unlock } from '../../../../test/page/tablet.ts';

const slot = (page: Page, state: string) =>
  page.getByRole('button', { name: new RegExp(`^Chloe Davis, break 1: ${state}`) });
const at = (time: string) => Date.parse(`2026-11-21T${time}-06:00`);

interface Day {
  readonly team: string;
  readonly layout: string;
}
const press = (sender: Sender, { team, layout }: Day, shift: string, wants: BreakPress, time: number) =>
  change(sender, team, layout, { type: 'break.press', shift, slot: 0, wants, at: time, by: null });

test('[BR61] who may only view clears no ended break on a tablet, and is told; who runs the day does, by name', async ({
  page,
}) => {
  const tablet = await openTablet(page);
  const { manager, team, layout, idOf } = tablet;
  await post(manager, `/api/teams/${team}/pins/${idOf('Bo')}`, { pin: pins.Bo, role: 'viewer' });
  const shifts = async () => (await read(manager, team, layout)).shifts;
  const chloe = async () => (await shifts()).find(({ teamMember }) => teamMember === 'Chloe Davis');
  const id = (await chloe())?.id ?? '';
  await press(manager, tablet, id, 'start', at('10:10:00'));
  await press(manager, tablet, id, 'end', at('10:40:00'));
  const taken = (await chloe())?.breaks;
  await slot(page, 'done').click();
  await unlock(page, 'Bo');
  await expect(page.getByText('Your role doesn’t allow that. Ask a manager.')).toBeVisible();
  // as long as Bo is there, it is no button
  await expect(page.getByRole('img', { name: /^Chloe Davis, break 1: done/ })).toBeVisible();
  expect((await chloe())?.breaks).toEqual(taken);
  await leave(page, 'Bo', 'Someone Else');
  await unlock(page, 'Maria');
  await slot(page, 'done').click();
  await expect(slot(page, 'not taken')).toBeVisible();
  await expect.poll(async () => (await chloe())?.breaks).toEqual([null]);
  expect((await recorded(tablet))[0]).toContain('Maria Lee cleared Chloe Davis’s break');
  await page.getByRole('button', { name: /^Undo/ }).last().click();
  await expect(slot(page, 'done')).toBeVisible();
  await expect.poll(async () => (await chloe())?.breaks).toEqual(taken);
});

test('[BR11] a break from 10:02:40 to 10:31:20 has the same times on the board, in history, in CSV and on paper', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T10:02:40-06:00');
  const { team } = await openTeam(page, {});
  const chloe = shiftOf('Chloe Davis', { breaks: [null] });
  const layout = await createLayout(page.context(), team, { shifts: [chloe], rotations: [lunch] });
  const day = { team, layout };
  await press(page.context(), day, chloe.id, 'start', at('10:02:40'));
  await clock.set('2026-11-21T10:31:20-06:00');
  await press(page.context(), day, chloe.id, 'end', at('10:31:20'));
  remember(page, day);
  await page.goto('/');
  await expect(slot(page, 'done, 10:02–10:31 AM')).toBeVisible();
  await page.goto('/editor/history');
  const entries = page.getByRole('main').getByRole('listitem');
  await expect(entries.filter({ hasText: 'started Chloe Davis’s break' })).toContainText('10:02');
  await expect(entries.filter({ hasText: 'ended Chloe Davis’s break' })).toContainText('10:31');
  const csv = await page.context().request.get(`/api/teams/${team}/history/export?document=${layout}`);
  const lines = (await csv.text()).split('\r\n').filter((line) => line.includes('Chloe Davis’s break'));
  expect(lines.map((line) => line.split(',')[1])).toEqual(['10:31 AM', '10:02 AM']);
  await page.goto('/print/day');
  await expect(page.getByRole('region', { name: 'Day' })).toContainText('10:02a–10:31a');
});

test('[BR15] [BR10] a board that slept for 25 minutes wakes without a network with the time that is left', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { team } = await openTeam(page, {});
  const chloe = shiftOf('Chloe Davis', { breaks: [null] });
  const layout = await createLayout(page.context(), team, { shifts: [chloe], rotations: [lunch] });
  remember(page, { team, layout });
  await page.goto('/');
  await slot(page, 'not taken').click();
  await expect(slot(page, 'running')).toBeVisible();
  await page.context().setOffline(true);
  await clock.advance({ minutes: 25 });
  await expect(slot(page, 'running, (5:00|4:\\d\\d) left')).toBeVisible();
  await clock.advance({ minutes: 6 });
  await expect(slot(page, '(just|1 min) over')).toBeVisible();
  await page.context().setOffline(false);
});
