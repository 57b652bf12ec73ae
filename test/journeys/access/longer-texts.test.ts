import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import { compileStrings } from '@internationalized/string-compiler';
import type { Page } from '@playwright/test';
import { readTexts } from '../../../words/read-words.ts';
import { expectWhole } from '../geometry.ts';
import { desk, phone, resize, tablet } from '../look.ts';
import {
  beforeAnyTeam,
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
