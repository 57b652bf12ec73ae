import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import { compileStrings } from '@internationalized/string-compiler';
import { expect, type Page } from '@playwright/test';
import { readTexts } from '../../../words/read-words.ts';
import { expectWhole } from '../geometry.ts';
import { desk, phone, resize, tablet } from '../look.ts';
import {
  beforeAnyTeam,
  moreOfTheTeam,
  ofATemplate,
  ofTheDay,
  ofTheTeam,
  onPaper,
  openSample,
  type Place,
  visit,
} from '../places.ts';
import { createTemplate, post, read, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

test('[L9] pages of signing in have room for longer texts', async ({ page }) => {
  await speakLonger(page);
  await look(page, beforeAnyTeam);
});

test('[L9] pages of the day have room for longer texts', async ({ page }) => {
  await speakLonger(page);
  await openSample(page);
  await look(page, [...ofTheDay, ...moreOfTheTeam]);
});

test('[L9] pages of the team have room for longer texts', async ({ page }) => {
  await speakLonger(page);
  const { team } = await openSample(page);
  const template = await createTemplate(page.context(), team);
  await look(page, [...ofTheTeam, ...ofATemplate(template)]);
});

test('[L9] paper, and what is opened on pages of the day, have room for longer texts', async ({ page }) => {
  await speakLonger(page);
  const { team, layout } = await openSample(page);
  const [amara] = (await read(page.context(), team, layout)).shifts;
  await look(page, onPaper(amara?.person ?? ''));
  await lookAtOpened(page, [
    ['/', 'a person', () => page.locator('.positions [data-shift]').first().click()],
    ['/', 'a position', () => page.locator('.positions__place').first().click()],
    ['/', 'a walk-in', () => press(page, 'Walk-In')],
    ['/', 'the team menu', () => press(page, 'Team menu')],
    ['/', 'the keys', () => page.keyboard.press('?')],
    ['/editor/overview', 'a link', () => press(page, 'Link')],
    ['/editor/rotations', 'somebody selected', () => press(page, /^Hiro Tanaka/)],
    ['/editor/plan', 'another order', () => press(page, 'Reorder')],
    ['/editor/shifts', 'shifts to delete', () => deleteShifts(page)],
    [
      '/editor/shifts/import',
      'a schedule to review',
      () => paste(page, 'Davis, Chloe\t9a-5p\nOrtiz, Ana\tnoonish'),
    ],
    [
      '/editor/shifts/import',
      'columns to choose',
      () => paste(page, 'Wer;Tag;Von;Bis\nChloe Davis;2026-11-21;09:00;17:00'),
    ],
    [`/editor/shifts/${amara?.id}`, 'a shift', async () => {}],
  ]);
});

test('[L9] what is opened on pages of the team has room for longer texts', async ({ page }) => {
  await speakLonger(page);
  const { team } = await openSample(page);
  const device = { name: 'Over the pass', area: null };
  await post(page.context(), `/api/teams/${team}/devices`, device);
  await lookAtOpened(page, [
    ['/team', 'deleting the team', () => press(page, 'Delete Team')],
    ['/team/schedule/hs', 'a connection', async () => {}],
    ['/team/devices', 'a link for a device', () => press(page, 'Create Link')],
    ['/team/devices', 'changing a device', () => press(page, 'Edit Over the pass')],
    ['/team/devices', 'revoking a device', () => press(page, 'Revoke Over the pass')],
    ['/crew', 'somebody of the crew', () => press(page, 'Open Amara Nwosu')],
    ['/crew', 'a person to add', () => press(page, 'Add Person')],
    ['/account', 'names', () => press(page, 'Edit Names')],
    ['/account', 'a password', () => press(page, 'Change Password')],
    ['/account', 'an authenticator app', () => press(page, 'Set Up App')],
    ['/account', 'a token', () => press(page, 'New Token')],
    ['/account', 'deleting the account', () => press(page, 'Delete account')],
  ]);
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
async function deleteShifts(page: Page) {
  await press(page, /^Select all/i);
  await page.locator('.selection').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}
const paste = (page: Page, text: string) => page.getByLabel('Paste the schedule').fill(text);

type Opened = readonly [path: string, what: string, open: () => Promise<unknown>];

async function lookAtOpened(page: Page, all: readonly Opened[]) {
  for (const [path, what, open] of all) {
    await resize(page, tablet);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await open();
    for (const size of [tablet, phone]) {
      await resize(page, size);
      await expectWhole(page, `${what} at ${size.width}`);
    }
  }
}

async function look(page: Page, places: readonly Place[]) {
  await visit(page, places, async (path) => {
    for (const size of [phone, tablet, desk]) {
      await resize(page, size);
      await expectWhole(page, `${path} at ${size.width}`);
    }
  });
}

/** German is as much longer than English, and so are others. */
const longer = 0.4;

async function speakLonger(page: Page) {
  await page.route('**/assets/words-en-*.js', (route) => {
    const [, file = ''] = /words-en-(.+)-.{8}\.js$/.exec(route.request().url()) ?? [];
    const texts = Object.entries(readTexts('en', file)).map(([key, text]) => [key, lengthened(text)]);
    return route.fulfill({
      contentType: 'text/javascript',
      body: compileStrings(Object.fromEntries(texts), { format: 'esm' }),
    });
  });
}

const lengthened = (text: string): string => printAST(withMore(parse(text)));

function withMore(elements: MessageFormatElement[]): MessageFormatElement[] {
  let letters = 0;
  const inside = elements.map((element) => {
    if (element.type === TYPE.literal) letters += element.value.trim().length;
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: withMore(option.value) },
    ]);
    return { ...element, options: Object.fromEntries(options) } as MessageFormatElement;
  });
  const more = 'nnnnnnnn '
    .repeat(letters)
    .slice(0, Math.round(letters * longer))
    .trimEnd();
  return more === '' ? inside : [...inside, { type: TYPE.literal, value: more }];
}
