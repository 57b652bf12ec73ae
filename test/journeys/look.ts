import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { expectToHit, expectWhole } from './geometry.ts';

const { resolve } = createRequire(import.meta.resolve('@axe-core/playwright'));
/** Loaded once per page: axe's own builder sends its script, not minified, for every check and returns what passes, too. */
const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

export const phone = { width: 390, height: 844 };
export const tablet = { width: 1024, height: 768 };
/** A monitor on a desk; a television reports any size. */
export const desk = { width: 1920, height: 1080 };

/**
 * Checks on a tablet and a phone that all words are in sight and all targets large enough, also from right to left, and with
 * axe either on the tablet in light mode or on the phone in dark mode, which the name draws; `npm run explore -- hours` does
 * both.
 */
export async function look(page: Page, what: string) {
  const all = [
    { what, viewport: tablet, colorScheme: 'light' },
    { what, viewport: phone, colorScheme: 'dark' },
  ] as const;
  const drawn = [...what].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % all.length;
  for (const [index, screen] of all.entries()) {
    if (index === drawn || process.env.LINEUP_TEST_LOOKS === 'all') await lookAt(page, screen);
    else await show(page, screen);
  }
  await resize(page, desk);
  await expectNoOverflow(page, what);
}

/** Sets the size of the screen and waits until the page has reacted to it. */
export async function resize(page: Page, viewport: typeof phone) {
  await page.setViewportSize(viewport);
  await page.evaluate(afterTwoFrames);
}

/**
 * A script that measures sees the new size at once, while the page's own scripts hear of it with the next frame: until
 * then an open menu is still where it was. Not by requestAnimationFrame, which the clock of a test replaces.
 */
async function afterTwoFrames() {
  for (let frames = 0; frames < 2; frames++) {
    await new Promise<void>((resolve) => {
      const observer = new ResizeObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(document.documentElement);
    });
  }
}

type Screen = { what: string; viewport: typeof phone; colorScheme: 'light' | 'dark' };

async function show(page: Page, { what, viewport, colorScheme }: Screen) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await resize(page, viewport);
  const named = `${what}, ${viewport.width} px wide`;
  await expectToHit(page, named);
  await expectWhole(page, named);
  await page.evaluate(write, 'rtl');
  await page.evaluate(afterTwoFrames);
  await expectWhole(page, `${named}, from right to left`);
  await page.evaluate(write, 'ltr');
}

/** None of the languages is written from right to left yet: what would break a page then shows here. Runs in the page. */
function write(direction: string): void {
  document.documentElement.setAttribute('dir', direction);
}

export async function lookAt(page: Page, screen: Screen) {
  const { what, viewport, colorScheme } = screen;
  await show(page, screen);
  // axe would see colors in the middle of a transition
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)));
  expect.soft(await violationsOn(page), `${what}, ${viewport.width} px wide, ${colorScheme}`).toEqual([]);
}

async function violationsOn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as WithAxe).axe.run(document, {
      resultTypes: ['violations'],
      // only for rules about media and orientation, which it loads every style sheet again for
      preload: false,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

type Found = { violations: { id: string; nodes: { html: string }[] }[] };
type WithAxe = { axe: { run(context: Document, options: object): Promise<Found> } };

async function expectNoOverflow(page: Page, what: string) {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect
    .soft(wider, `${what}: px wider than the screen of ${page.viewportSize()?.width}`)
    .toBeLessThanOrEqual(0);
}

/** Waits until a submitted form has its response; it ignores a second submit before that. */
export const answered = (page: Page) => expect(page.locator('.submit__busy')).toHaveCount(0);
