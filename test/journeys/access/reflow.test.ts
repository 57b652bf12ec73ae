import { expect, type Page } from '@playwright/test';
import { resize } from '../look.ts';
import {
  beforeAnyTeam,
  insideATemplate,
  moreOfTheTeam,
  ofATemplate,
  ofTheDay,
  ofTheTeam,
  openSample,
  type Place,
  visit,
} from '../places.ts';
import { createTemplate, register, test } from '../restaurant.ts';
import { expectWhole } from './geometry.ts';

test.describe.configure({ mode: 'parallel' });

const narrow = { width: 320, height: 640 };
/** A screen of 1280 x 1024 at 400 %. */
const enlarged = { width: 320, height: 256 };

test('[AX3] [AX4] [AX5] pages without a team, narrow, enlarged and with wide text', async ({ page }) => {
  await lookAt(page, beforeAnyTeam);
  await register(page.context());
  await lookAt(page, [['/join/garbage', 'Join a team']]);
});

test('[AX3] [AX4] [AX5] pages of the day, narrow, enlarged and with wide text', async ({ page }) => {
  await openSample(page);
  await lookAt(page, [...ofTheDay, ...moreOfTheTeam]);
});

test('[AX3] [AX4] [AX5] pages of the team, narrow, enlarged and with wide text', async ({ page }) => {
  const { team } = await openSample(page);
  const template = await createTemplate(page.context(), team);
  await lookAt(page, [...ofTheTeam, ...ofATemplate(template), ...insideATemplate(template)]);
});

/** What WCAG 1.4.12 names. */
const wideText = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

async function lookAt(page: Page, places: readonly Place[]) {
  await visit(page, places, async (path) => {
    await resize(page, narrow);
    await expectWhole(page, `${path}, narrow`);
    await resize(page, enlarged);
    await expectWhole(page, `${path}, enlarged`);
    const most = await page.evaluate(shareCovered);
    expect.soft(most, `${path}: of an enlarged page, what stays in place covers`).toBeLessThanOrEqual(0.34);
    await page.evaluate(style, wideText);
    for (const size of [
      { width: 390, height: 844 },
      { width: 1024, height: 768 },
    ]) {
      await resize(page, size);
      await expectWhole(page, `${path} with wide text at ${size.width}`);
    }
    await page.evaluate(style, '');
  });
}

/** Pages refuse style elements. Runs in the page. */
function style(rules: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}

/** The most that fixed and sticky parts take of the screen, wherever the page is scrolled to. Runs in the page. */
async function shareCovered(): Promise<number> {
  let most = 0;
  const all = document.documentElement.scrollHeight;
  for (const top of [0, all / 3, all / 2, all]) {
    scrollTo(0, top);
    let covered = 0;
    for (let y = 2; y < innerHeight; y += 4) {
      let each = document.elementFromPoint(innerWidth * 0.9, y);
      while (each && !['fixed', 'sticky'].includes(getComputedStyle(each).position))
        each = each.parentElement;
      if (each) covered += 4;
    }
    most = Math.max(most, covered / innerHeight);
  }
  scrollTo(0, 0);
  return most;
}
