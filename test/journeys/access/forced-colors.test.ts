import { expect, type Locator, type Page } from '@playwright/test';
import { openSample } from '../places.ts';
import { test } from '../restaurant.ts';

test('[AX6] in forced colors, edges and words say what backgrounds say otherwise', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openSample(page);
  await page.goto('/');
  const highlight = await systemColor(page, 'Highlight');

  await page
    .getByRole('button', { name: /break 1: not taken/ })
    .first()
    .click();
  const slot = page.locator('.break-slot--running').first();
  await expect(slot).toHaveCSS('border-top-width', '2px');
  const fill = slot.locator('.break-slot__fill');
  await expect(fill).toHaveCSS('border-bottom-width', '5px');
  await expect(fill).toHaveCSS('border-bottom-color', highlight);

  const person = page.getByRole('button', { name: /, no position$/ }).first();
  await expect(person).toHaveCSS('border-top-color', await systemColor(page, 'Canvas'));
  await person.click();
  await expect(person).toHaveCSS('background-color', highlight);
  const target = page.locator('.positions__person--acts[aria-pressed="false"]').first();
  await expect(target).toHaveCSS('border-top-style', 'dashed');
  await page.keyboard.press('Escape');
  await expect(page.locator('.pill[aria-pressed="true"]')).toHaveCSS('background-color', highlight);

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.palette__item[data-focused]')).toHaveCSS('outline-width', '3px');
  await page.keyboard.press('Escape');

  await page.goto('/editor/rotations');
  await page.getByRole('button', { name: /^Hiro Tanaka/ }).click();
  await expect(page.locator('.dock-bar')).toHaveCSS('border-top-width', '2px');
  await expect(page.locator('.shift-card[aria-pressed="true"]')).toHaveCSS('background-color', highlight);
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveCSS('outline-color', highlight);

  await page.goto('/timeline');
  await expect(page.locator('.timeline__now-time')).toHaveCSS('border-top-width', '1px');
  const fills = await Promise.all(
    ['due', 'taken', 'running', 'over'].map((state) =>
      backgroundOf(page.locator(`.timeline__legend .timeline__break--${state}`)),
    ),
  );
  expect(new Set(fills).size).toBe(4);
});

const backgroundOf = (mark: Locator) =>
  mark.evaluate((element) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    return `${backgroundColor} ${backgroundImage}`;
  });

/** As the browser says it. */
const systemColor = (page: Page, name: string) =>
  page.evaluate((color) => {
    const probe = document.body.appendChild(document.createElement('div'));
    probe.style.setProperty('background-color', color);
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  }, name);

test('[AX7] for people who prefer less motion, nothing slides, turns or drains', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openSample(page);
  await page.goto('/');
  await page
    .getByRole('button', { name: /break 1: not taken/ })
    .first()
    .click();
  await expect(page.locator('.break-slot--running')).toBeVisible();
  await page
    .getByRole('button', { name: /, no position$/ })
    .first()
    .click();
  await expect(page.locator('.sheet')).toBeVisible();
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
        .map((each) => (each as CSSAnimation).animationName ?? (each as CSSTransition).transitionProperty),
    );
  expect(await moving()).toEqual([]);
  const durations = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .flatMap((element) => [
        getComputedStyle(element).transitionDuration,
        getComputedStyle(element).animationDuration,
      ])
      // what isn't drawn, such as the source of a video, has none
      .filter((each) => each !== '' && !each.split(', ').every((time) => Number.parseFloat(time) <= 0.001)),
  );
  expect(durations).toEqual([]);
});
