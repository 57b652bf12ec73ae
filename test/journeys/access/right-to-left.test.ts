import type { Page } from '@playwright/test';
import { phone, resize, tablet } from '../look.ts';
import { moreOfTheTeam, ofATemplate, ofTheDay, ofTheTeam, openSample, type Place, visit } from '../places.ts';
import { createTemplate, test } from '../restaurant.ts';
import { expectWhole } from './geometry.ts';

test.describe.configure({ mode: 'parallel' });

test('[AX1] pages of the day are whole from right to left', async ({ page }) => {
  await openSample(page);
  await look(page, [...ofTheDay, ...moreOfTheTeam]);
});

test('[AX1] pages of the team are whole from right to left', async ({ page }) => {
  const { team } = await openSample(page);
  const template = await createTemplate(page.context(), team);
  await look(page, [...ofTheTeam, ...ofATemplate(template)]);
});

/** None of the languages is written so yet: what would break a page then shows here. */
async function look(page: Page, places: readonly Place[]) {
  await visit(page, places, async (path) => {
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    for (const size of [phone, tablet]) {
      await resize(page, size);
      await expectWhole(page, `${path} at ${size.width}`);
      await page.screenshot({});
    }
  });
}
