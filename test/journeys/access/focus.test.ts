import { expect, type Page } from '@playwright/test';
import { phone, resize, tablet } from '../look.ts';
import {
  insideATemplate,
  moreOfTheTeam,
  ofATemplate,
  ofTheDay,
  ofTheTeam,
  openSample,
  type Place,
  visit,
} from '../places.ts';
import { createTemplate, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const small = { width: 320, height: 640 };
/** A screen of 1280 x 1024 at 400 %. */
const enlarged = { width: 320, height: 256 };

test('[AX2] nothing covers what has the focus on pages of the day', async ({ page }) => {
  await openSample(page);
  await expectInSight(page, [...ofTheDay, ...moreOfTheTeam]);
});

test('[AX2] nothing covers what has the focus on pages of the team', async ({ page }) => {
  const { team } = await openSample(page);
  const template = await createTemplate(page.context(), team);
  await expectInSight(page, [...ofTheTeam, ...ofATemplate(template), ...insideATemplate(template)]);
});

test('[AX2] nothing covers what has the focus while somebody is placed, moved or looked at', async ({
  page,
}) => {
  await openSample(page);
  await page.goto('/editor/rotations');
  for (const size of [tablet, phone, enlarged]) {
    await resize(page, size);
    await page.getByRole('button', { name: /^Hiro Tanaka/ }).click();
    await expectWalks(page, `somebody selected at ${size.width}`);
    await page.keyboard.press('Escape');
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Dinner' }).click();
  await expect(page.getByText('Viewing Dinner')).toBeVisible();
  await expectWalks(page, 'another rotation');
  await resize(page, phone);
  await page.locator('.positions__place').first().click();
  await expect(page.locator('.sheet')).toBeVisible();
  await expect.poll(() => page.evaluate(isAboveSheet)).toBe(true);
  await expectWalks(page, 'a sheet on a phone');
  await resize(page, enlarged);
  await expect.poll(() => page.evaluate(isAboveSheet)).toBe(true);
  await expectWalks(page, 'a sheet, enlarged');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await expectWalks(page, 'the keys, enlarged');
  await page.goto('/editor/overview');
  await page.getByRole('button', { name: 'Link' }).click();
  await expect(page.getByRole('dialog', { name: 'Link' })).toBeVisible();
  await expectWalks(page, 'a dialog, enlarged');
});

/** Whether the page knows how high the sheet is, a moment after it has another height. Runs in the page. */
function isAboveSheet(): boolean {
  const { height = 0 } = document.querySelector('.sheet')?.getBoundingClientRect() ?? {};
  return Math.abs(Number.parseFloat(document.documentElement.style.scrollPaddingBottom) - height) < 1;
}

async function expectInSight(page: Page, places: readonly Place[]) {
  await visit(page, places, async (path) => {
    for (const size of [phone, tablet, small, enlarged]) {
      await resize(page, size);
      await expectWalks(page, `${path} at ${size.width}`);
    }
  });
}

async function expectWalks(page: Page, what: string) {
  for (const key of ['Tab', 'Shift+Tab']) expect.soft(await walk(page, key), `${what}, ${key}`).toEqual([]);
}

/** Presses a key until the focus leaves the page, and says what it came to that is not in sight. */
async function walk(page: Page, key: string): Promise<string[]> {
  const hidden: string[] = [];
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let presses = 0; presses < 400; presses++) {
    await page.keyboard.press(key);
    const seen = await page.evaluate(lookAtFocus);
    if (seen === null) break;
    if (seen !== '') hidden.push(seen);
  }
  return hidden;
}

/** Null when the page has no focus, '' when it is in sight. Runs in the page. */
async function lookAtFocus(): Promise<string | null> {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const box = element.getBoundingClientRect();
  const [width, height] = [Math.min(box.width, innerWidth), Math.min(box.height, innerHeight)];
  const at = [0.1, 0.5, 0.9];
  const points = at.flatMap((across) =>
    at.map((down) => [box.left + width * across, box.top + height * down]),
  );
  const covers = points.map(([x = 0, y = 0]) => {
    const top = document.elementFromPoint(x, y);
    if (!top) return 'the edge of the screen';
    const isOwn = element.contains(top) || (top.contains(element) && !top.matches('html, body, main'));
    const label = element.closest('label');
    return isOwn || label?.contains(top) ? null : top.className || top.tagName;
  });
  const covered = covers.filter((each) => each !== null);
  const shown = [element, ...element.querySelectorAll('*'), element.closest('label, .field, .notes-editor')];
  const styles = shown.flatMap((each) =>
    each ? [getComputedStyle(each), getComputedStyle(each, '::after')] : [],
  );
  // the browser draws the outline of the calendar's button in a field for a date
  const isDate = element.matches('input[type="date"]');
  const hasRing =
    isDate ||
    styles.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    );
  if (!hasRing) covered.push('no outline');
  if (covered.length <= 2 && hasRing) return '';
  const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
  return `"${name.trim().slice(0, 40)}" (${element.className || element.tagName}) at ${Math.round(box.top)}, ${Math.round(box.height)} high: ${[...new Set(covered)].join(', ')} over ${covered.length} of 9`;
}
