import { expect, type Locator, type Page } from '@playwright/test';
import type { Template } from '../../../domain/team/template.ts';
import { look, phone } from '../look.ts';
import { openDouble } from '../places.ts';
import {
  change,
  createLayout,
  createTeam,
  lunch,
  read,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const friday = '/layouts?date=2026-11-20';
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

async function fromMenu(page: Page, words: string, item: string) {
  await page.getByRole('button', { name: `More for ${words}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function tabTo(page: Page, wanted: Locator) {
  for (let tabs = 0; tabs < 40; tabs++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

/** A manager with two layouts on a Friday, the first one selected. */
async function openFriday(page: Page) {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const chloe = shiftOf('Chloe Davis');
  const seated = structuredClone(lunch);
  Object.assign(seated.subareas[0]?.positions[0] ?? {}, { seats: [chloe.id] });
  const layout = await createLayout(page.context(), team, {
    date: '2026-11-20',
    notes: [{ insert: 'Fryer 2 is slow\n' }],
    shifts: [chloe],
    rotations: [seated],
  });
  const press = {
    type: 'break.press',
    shift: chloe.id,
    slot: 0,
    wants: 'start',
    at: 1_000,
    by: null,
  } as const;
  await change(page.context(), team, layout, press);
  const kitchen = await createLayout(page.context(), team, {
    date: '2026-11-20',
    area: 'Kitchen',
    template: 'Grill',
  });
  await remember(page, { team, layout });
  return { team, layout, kitchen };
}

test('the forms that copy a day, as a day or as a template', async ({ page }) => {
  await openFriday(page);
  await page.goto(friday);
  await fromMenu(page, 'Front of House, Weekday', 'Save as template');
  await expect(page.getByLabel('Template Name')).toBeFocused();
  await look(page, 'saving as a template');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More for Front of House, Weekday' })).toBeFocused();
  await fromMenu(page, 'Front of House, Weekday', 'Copy to another day');
  await expect(page.getByLabel('Layout', { exact: true })).toHaveValue(/.+/);
  await look(page, 'copying a day');
});

test('the actions of a layout work by keyboard', async ({ page }) => {
  await openFriday(page);
  await page.goto(friday);
  const more = page.getByRole('button', { name: 'More for Kitchen, Grill' });
  await expect(more).toBeVisible();
  await look(page, 'two layouts on a date');
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Move to another area' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Area', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Move to another area' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Kitchen')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More for Front of House, Weekday' })).toBeFocused();
  const undo = page.getByRole('button', { name: 'Undo' });
  await tabTo(page, undo);
  await page.keyboard.press('Enter');
  await expect(more).toBeVisible();
});

for (const by of ['touch', 'keyboard'] as const) {
  test.describe(() => {
    test.use(by === 'touch' ? { hasTouch: true, isMobile: true, viewport: phone } : {});

    test(`[LA24] a layout is made from one of several templates by ${by}`, async ({ page }) => {
      const { team, template } = await openDouble(page);
      await page.goto('/layouts/setup?date=2026-11-24');
      const [field, date] = [page.getByLabel('Template', { exact: true }), page.getByLabel('Date')];
      await expect(field).toHaveValue('');
      if (by === 'touch') {
        await field.tap();
        await field.selectOption('Weekend · Front of House');
        await date.fill('2026-11-25');
        await page.getByRole('button', { name: 'Create' }).tap();
      } else {
        await field.focus();
        await page.keyboard.type('Weekend');
        await date.fill('2026-11-25');
        await page.keyboard.press('Enter');
      }
      await expect(page.getByRole('link', { name: '11/25/2026' })).toBeVisible();
      await page.getByRole('link', { name: 'Rotations', exact: true }).click();
      const { rotations } = await read<Template>(page.context(), team, template);
      await expect(page.getByRole('group', { name: 'Rotations' }).getByRole('button')).toHaveCount(
        rotations.length,
      );
    });
  });
}
