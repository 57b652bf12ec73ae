import { expect, type Page } from '@playwright/test';
import type { Crew } from '../../../domain/crew/crew.ts';
import { crewDocument } from '../../../domain/crew/crew-document.ts';
import { expectWhole } from '../geometry.ts';
import { desk, look, lookAt, phone, resize, tablet } from '../look.ts';
import {
  beforeAnyTeam,
  insideATemplate,
  moreOfTheTeam,
  ofATemplate,
  ofTheDay,
  ofTheTeam,
  onPaper,
  openSample,
  type Place,
  visit,
} from '../places.ts';
import { createTemplate, post, read, register, remember, test } from '../restaurant.ts';
import { expectFocusInSight, expectNoTrap } from './in-sight.ts';

test.describe.configure({ mode: 'parallel' });

const narrow = { width: 320, height: 640 };
/** A screen of 1280 x 1024 at 400 %. */
const enlarged = { width: 320, height: 256 };

test('[AX1] [AX2] [AX3] [AX4] [AX5] [AX13] [AX14] pages without a team', async ({ page }) => {
  await walk(page, beforeAnyTeam);
  await register(page.context());
  await walk(page, [
    ['/start', 'Create or Join a Team'],
    ['/account', 'Account'],
    ['/join/garbage', 'Join a team'],
  ]);
});

test('[AX1] [AX2] [AX3] [AX4] [AX5] [AX13] [AX14] pages of the day', async ({ page }) => {
  await openSample(page);
  await walk(page, ofTheDay);
});

test('[AX1] [AX2] [AX3] [AX4] [AX5] [AX13] [AX14] pages of the crew and of what was', async ({ page }) => {
  await openSample(page);
  await walk(page, moreOfTheTeam);
});

test('[AX1] [AX2] [AX3] [AX4] [AX5] [AX13] [AX14] pages of the team', async ({ page }) => {
  await openSample(page);
  await walk(page, ofTheTeam);
});

test('[AX1] [AX2] [AX3] [AX4] [AX5] [AX13] [AX14] pages of a template', async ({ page }) => {
  const { team } = await openSample(page);
  const template = await createTemplate(page.context(), team);
  await walk(page, [...ofATemplate(template), ...insideATemplate(template)]);
});

test('[AX1] [AX2] [AX3] [AX4] [AX5] [AX13] [AX14] [PP9] paper, on the screen', async ({ page }) => {
  const { team, layout } = await openSample(page);
  const { shifts } = await read(page.context(), team, layout);
  await walk(page, onPaper(shifts[0]?.person ?? ''));
});

test('[AX1] [AX2] [AX3] [AX4] [AX5] [AX13] [AX14] screens that show a code, and a phone that pairs them', async ({
  page,
  browser,
  server,
}) => {
  await openSample(page);
  const screen = await browser.newContext({ baseURL: server.address });
  const wall = await screen.newPage();
  await walk(wall, [
    ['/tv', 'Show the day on this screen'],
    ['/kiosk', 'Use this tablet for the team'],
  ]);

  const tried = new Set<string>();
  const { deviceCode, userCode } = await post(screen, '/api/auth/device/start', { kind: 'wall' });
  await page.goto(`/pair#${userCode}`);
  await expect(page.getByLabel('Name')).toHaveValue('Television');
  await measure(page, 'a code that was typed', tried);
  await page.getByRole('button', { name: 'Pair', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Screen Paired' })).toBeVisible();
  await measure(page, 'a screen that was paired', tried);
  await page.getByRole('link', { name: 'Devices' }).click();
  for (const [what, press] of [
    ['devices', null],
    ['changing a device', 'Edit Television'],
    ['revoking a device', 'Revoke Television'],
    ['a link for a device', 'Create Link'],
  ] as const) {
    if (press !== null) {
      await page.getByRole('button', { name: press }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }
    await measure(page, what, tried);
    await page.keyboard.press('Escape');
  }

  await post(screen, '/api/auth/device/poll', { deviceCode });
  await wall.goto('/tv');
  await expect(wall.locator('.tv-line').first()).toBeVisible();
  await lookAt(wall, { what: 'a paired television', viewport: desk, colorScheme: 'light' });
  const upright = { width: 1080, height: 1920 };
  await lookAt(wall, { what: 'a paired television, upright', viewport: upright, colorScheme: 'dark' });
});

test('[AX1] [AX2] [AX3] [AX4] [AX5] [AX13] [AX14] [KI2] a tablet that is shared, locked and not', async ({
  page,
  browser,
  server,
}) => {
  const { team, layout } = await openSample(page);
  const crew = await read<Crew>(page.context(), team, crewDocument);
  const amara = crew.people.find(({ name }) => name === 'Amara Nwosu');
  await post(page.context(), `/api/teams/${team}/pins/${amara?.id}`, { pin: '2580', role: 'lead' });
  const context = await browser.newContext({ viewport: tablet, hasTouch: true, baseURL: server.address });
  const { deviceCode, userCode } = await post(context, '/api/auth/device/start', { kind: 'kiosk' });
  const form = { code: userCode, name: 'Tablet', area: null, role: 'lead' };
  await post(page.context(), `/api/teams/${team}/pairing/approve`, form);
  await post(context, '/api/auth/device/poll', { deviceCode });
  const kiosk = await context.newPage();
  await remember(kiosk, { team, layout });
  await kiosk.goto('/');

  const tried = new Set<string>();
  const asked = kiosk.getByRole('dialog');
  const locked = kiosk.getByRole('button', { name: 'Locked' });
  await expect(locked).toBeVisible();
  await measure(kiosk, 'a locked tablet', tried);
  await locked.tap();
  await expect(asked.getByRole('button', { name: 'Amara Nwosu' })).toBeVisible();
  await measure(kiosk, 'who is here', tried);
  await asked.getByRole('button', { name: 'Amara Nwosu' }).tap();
  await expect(asked.getByRole('textbox')).toBeFocused();
  await measure(kiosk, 'a pad for a PIN', tried);
  for (const digit of '2580') await asked.getByRole('button', { name: digit, exact: true }).tap();
  await asked.getByRole('button', { name: 'Unlock' }).tap();
  await kiosk.getByRole('button', { name: 'Amara Nwosu is here' }).tap();
  await expect(asked).toBeVisible();
  await measure(kiosk, 'who may leave', tried);
  await kiosk.keyboard.press('Escape');
  // 15 seconds before it locks, for as long as the look takes
  await kiosk.evaluate(() => {
    const later = performance.now() + 75_000;
    performance.now = () => later;
  });
  await expect(kiosk.getByRole('button', { name: /^Locks in/ })).toBeVisible();
  await look(kiosk, 'a tablet that locks soon');
});

async function walk(page: Page, places: readonly Place[]) {
  const tried = new Set<string>();
  await visit(page, places, (path) => measure(page, path, tried));
}

/** All that a page can get wrong, at one visit. */
async function measure(page: Page, path: string, tried: Set<string>) {
  await expect(page, path).toHaveTitle(/^.+ · Lineup$/);
  expect.soft(await page.evaluate(faultsOfOrder), path).toEqual([]);
  await look(page, path);

  await resize(page, narrow);
  await expectWhole(page, `${path}, narrow`);

  await resize(page, enlarged);
  await expectWhole(page, `${path}, enlarged`);
  const most = await page.evaluate(shareCovered);
  expect.soft(most, `${path}: of an enlarged page, what stays in place covers`).toBeLessThanOrEqual(0.34);
  await expectFocusInSight(page, `${path}, enlarged`);

  for (const size of [phone, tablet]) {
    await resize(page, size);
    await expectFocusInSight(page, `${path} at ${size.width}`);
    await page.evaluate(style, wideText);
    await expectWhole(page, `${path} with wide text at ${size.width}`);
    await page.evaluate(style, '');
  }
  await expectNoTrap(page, path, tried);
}

/** Runs in the page. */
function faultsOfOrder(): string[] {
  const found: string[] = [];
  if (document.documentElement.lang !== 'en') found.push('no language');
  if (document.querySelectorAll('main').length !== 1) found.push('not one main part');
  const levels = [...document.querySelectorAll('h1, h2, h3, h4')]
    .filter((heading) => heading.checkVisibility())
    .map(({ tagName }) => Number(tagName[1]));
  if (levels.filter((level) => level === 1).length !== 1) found.push(`headings ${levels.join()}`);
  if (levels.some((level, index) => level > (levels[index - 1] ?? 0) + 1 && index > 0))
    found.push(`headings ${levels.join()}`);
  return found;
}

/** What WCAG 1.4.12 names. */
const wideText = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

/** Pages refuse style elements. Runs in the page. */
function style(rules: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}

/**
 * The most that fixed and sticky parts take of the screen, wherever the page is scrolled to; over a page, a dialog may. Runs
 * in the page.
 */
function shareCovered(): number {
  let most = 0;
  if (document.querySelector('dialog:modal')) return most;
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
