import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { look } from '../look.ts';
import { change, createLayout, createTeam, register, remember, shiftOf, test } from '../restaurant.ts';

const sam = shiftOf('Sam Ray', { breaks: [null] });

const entries = (page: Page) => page.getByRole('main').getByRole('listitem');

test('[HI12] a date is typed into the history of a layout, and that of a team is exported', async ({
  page,
}) => {
  const { team, layout } = await openHistory(page);
  const press = { slot: 0, wants: 'start', at: 9e14, by: null } as const;
  await change(page.context(), team, layout, { type: 'break.press', shift: sam.id, ...press });
  const gone = await createLayout(page.context(), team, { template: 'Weekend', area: 'Kitchen' });
  await change(page.context(), team, gone, { type: 'layout.delete' });
  await page.goto('/editor/history');
  await expect(entries(page)).toHaveCount(2);
  await page.getByLabel('From').focus();
  await page.keyboard.type('11202026', { delay: 1 });
  await expect(page).toHaveURL(/from=2026-11-20/);
  await expect(entries(page)).toHaveCount(2);
  await expect(page.getByLabel('From')).toBeFocused();
  await look(page, 'the history of a layout');

  await page.goto('/team/history');
  await expect(entries(page).first()).toContainText('Maria Sample deleted the layout Weekend, Kitchen');
  await look(page, 'the history of a team');
  await entries(page).first().getByRole('link', { name: 'Weekend' }).click();
  await expect(entries(page)).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file.split('\r\n')[1]).toContain('Maria Sample deleted the layout Weekend, Kitchen');
  expect(file, 'for spreadsheets').toMatch(/^\uFEFFDate,/);
});

async function openHistory(page: Page): Promise<{ team: string; layout: string }> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { shifts: [sam] });
  await remember(page, { team, layout });
  return { team, layout };
}
