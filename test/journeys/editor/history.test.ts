import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { BreakPress } from '../../../domain/break/break.ts';
import { look } from '../look.ts';
import {
  change,
  colleague,
  createLayout,
  createTeam,
  read,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const sam = shiftOf('Sam Ray', { breaks: [null] });

async function openHistory(page: Page) {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { shifts: [sam] });
  await remember(page, { team, layout });
  return { team, layout };
}

const press = (page: Page, { team, layout }: { team: string; layout: string }, wants: BreakPress) =>
  change(page.context(), team, layout, {
    type: 'break.press',
    shift: sam.id,
    slot: 0,
    wants,
    at: 9e14,
    by: null,
  });

const entries = (page: Page) => page.getByRole('main').getByRole('listitem');

test('[HI6] [HI9] [HI10] [HI17] [HI22] a manager reads a layout’s history, filters it, and undoes a colleague’s change', async ({
  page,
}) => {
  const day = await openHistory(page);
  const jordan = await colleague(page, day.team, 'lead');
  await press(jordan, day, 'start');
  await page.goto('/editor/overview');
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { name: /^Today, / })).toBeVisible();
  await expect(entries(page)).toHaveText([
    /Jordan Sample started Sam Ray’s break.*Undo/,
    /Maria Sample created the layout Weekday, Front of House/,
  ]);

  await page.getByLabel('From').focus();
  await page.keyboard.type('11202026', { delay: 1 });
  await expect(page).toHaveURL(/from=2026-11-20/);
  await expect(entries(page)).toHaveCount(2);
  await expect(page.getByLabel('From')).toBeFocused();
  await page.context().setOffline(true);
  await page.getByLabel('Changes to').selectOption('Notes');
  await expect(page.getByText('Can’t reach Lineup.')).toBeVisible();
  await page.getByLabel('Changes to').selectOption('Everything');
  await page.context().setOffline(false);
  await expect(entries(page), 'without a press of Retry').toHaveCount(2);

  await page.getByLabel('Changes to').focus();
  await page.getByLabel('Changes to').selectOption('Breaks');
  await expect(entries(page)).toHaveCount(1);
  await expect(page.getByLabel('Changes to')).toBeFocused();
  await page.getByLabel('Person').selectOption('Maria Sample');
  await expect(page.getByText('No changes match')).toBeVisible();
  await expect(page).toHaveURL(/topic=breaks/);
  await page.reload();
  await expect(page.getByLabel('Changes to')).toHaveValue('breaks');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(entries(page)).toHaveCount(2);
  await expect(page.getByLabel('From')).toHaveValue('');

  await page.getByRole('button', { name: 'Undo: Jordan Sample started Sam Ray’s break' }).click();
  await expect(page.getByText('Change undone')).toBeVisible();
  await expect(entries(page).first()).toContainText(
    'Maria Sample undid Jordan Sample’s change: “started Sam Ray’s break”',
  );
  await expect(entries(page).nth(1)).toContainText('Undone by Maria Sample');
  expect((await read(page.context(), day.team, day.layout)).shifts[0]?.breaks).toEqual([null]);

  await press(jordan, day, 'start');
  await page.getByRole('button', { name: 'Show 1 New Change' }).click();
  await expect(entries(page)).toHaveCount(4);
  await look(page, 'the history of a layout');
});

test('[HI4] [HI5] [HI12] [HI25] leads read and export the team’s history with what was deleted; viewers only see the layout’s', async ({
  page,
}) => {
  const day = await openHistory(page);
  await press(page, day, 'start');
  const gone = await createLayout(page.context(), day.team, { template: 'Weekend', area: 'Kitchen' });
  await change(page.context(), day.team, gone, { type: 'layout.delete' });
  const lead = await colleague(page, day.team, 'lead');
  await remember(lead, day);
  await lead.goto('/team');
  await lead.getByRole('link', { name: 'History' }).click();
  await expect(entries(lead).first()).toContainText('Maria Sample deleted the layout Weekend, Kitchen');
  await expect(entries(lead).first()).toContainText('Weekend, Kitchen, 11/21/2026 (deleted)');
  await expect(entries(lead).last()).toContainText('Maria Sample created the team Maple & 4th');
  await expect(lead.getByRole('button', { name: /^Undo: .*deleted/ })).toHaveCount(0);
  await look(lead, 'the history of a team');
  await entries(lead).first().getByRole('link', { name: 'Weekend' }).click();
  await expect(entries(lead)).toHaveCount(2);

  const download = lead.waitForEvent('download');
  await lead.getByRole('button', { name: 'Export CSV' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file.split('\r\n')[1]).toContain('Maria Sample deleted the layout Weekend, Kitchen');
  expect(file, 'for spreadsheets').toMatch(/^\uFEFFDate,/);
  await lead.context().setOffline(true);
  await lead.getByRole('button', { name: 'Export CSV' }).click();
  await expect(lead.getByText('Can’t reach Lineup. Check your connection and try again.')).toBeVisible();
  await expect(entries(lead)).toHaveCount(2);

  const viewer = await colleague(page, day.team, 'viewer', 'Vera');
  await remember(viewer, day);
  await viewer.goto('/editor/history');
  await expect(entries(viewer)).toHaveCount(2);
  await expect(viewer.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await expect(viewer.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
  await viewer.goto('/team/history');
  await expect(viewer).toHaveURL('/team');
});

test('[HI23] [HI24] Undo in a message is an undo in history, made without a network too', async ({
  page,
}) => {
  await openHistory(page);
  await page.goto('/');
  await page.getByRole('button', { name: /^Sam Ray, break 1: not taken/ }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Sam Ray, break 1: not taken/ }).click();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/offline, 2 changes waiting/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/offline|Sending/)).toHaveCount(0);
  await page.goto('/editor/history');
  await expect(entries(page)).toHaveText([
    /Maria Sample undid: “started Sam Ray’s break”.*Undo$/,
    /Maria Sample started Sam Ray’s break.*Undone by Maria Sample$/,
    /Maria Sample created the layout Weekday, Front of House/,
  ]);
});
