import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

/** Its builder would send all of it anew for each look, and carry back what is well, too: more than half of the time. */
const axe: { source: string } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core');

export const phone = { width: 390, height: 844 };
export const tablet = { width: 1024, height: 768 };
export const television = { width: 1920, height: 1080 };

/** On a phone in the dark and a tablet in the light: nothing axe objects to, nothing wider than the screen. */
export async function look(page: Page, what: string) {
  await lookAt(page, { what, viewport: tablet, colorScheme: 'light' });
  await lookAt(page, { what, viewport: phone, colorScheme: 'dark' });
  await page.setViewportSize(television);
  await expectNoOverflow(page, what);
}

type Sight = { what: string; viewport: typeof phone; colorScheme: 'light' | 'dark' };

export async function lookAt(page: Page, { what, viewport, colorScheme }: Sight) {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // colors that are still on their way are no colors of ours
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)));
  await expectNoOverflow(page, what);
  expect.soft(await objectionsTo(page), `${what}, ${viewport.width} px wide, ${colorScheme}`).toEqual([]);
}

async function objectionsTo(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as WithAxe).axe.run(document, {
      resultTypes: ['violations'],
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

/** Until a form that was sent has its answer; before, it takes no second try. */
export const answered = (page: Page) => expect(page.locator('.submit__busy')).toHaveCount(0);
