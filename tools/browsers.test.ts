import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { OLDEST_BROWSERS } from '../vite.config.ts';
import { languages } from '../words/words.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const script = read('web/public/old-browser.js');
const oldest = 'Chrome 85, Edge 88, Firefox 98, Safari 15.4';

test('the README, the build, and what an old browser reads name the same browsers', () => {
  const built = oldest.split(', ').map((each) => each.replace(' ', '').toLowerCase());
  expect(OLDEST_BROWSERS).toEqual(built);
  expect(read('README.md')).toContain(`${oldest}, or newer`);
  for (const language of [...languages, 'ja']) expect(textIn({}, String, language)).toContain(oldest);
});

test.each([
  ['dialogs, as Safari 15.3 and Firefox 97', {}, String],
  ['replaceAll(), as Chrome 84', { showModal() {} }, { prototype: {} }],
])('[PA45] a browser without %s reads which are new enough', (_, prototype, of) => {
  expect(textIn(prototype, of)).toMatch(/^This browser is too old for Lineup\./);
});

test('[PA45] it reads so in the language of the browser', () => {
  const texts = languages.map((language) => textIn({}, String, language));
  expect(new Set(texts).size).toBe(languages.length);
  expect(textIn({}, String, 'es-MX')).toMatch(/^Este navegador es demasiado antiguo/);
  expect(textIn({}, String, 'ja')).toBe(textIn({}, String, 'en'));
});

test('[PA45] a new one reads nothing', () => {
  expect(textIn({ showModal() {} }, String)).toBe('');
});

/** What the page says after the script ran in a browser with these dialogs and strings. */
function textIn(dialog: object, strings: unknown, language = 'en-US'): string {
  const note = { textContent: '', lang: '', style: {} };
  let shown: unknown;
  const parentNode = {
    replaceChild: (added: unknown) => {
      shown = added;
    },
  };
  runInNewContext(script, {
    window: { HTMLDialogElement: { prototype: dialog } },
    String: strings,
    navigator: { language },
    setInterval: () => 0,
    document: { getElementById: () => ({ parentNode }), createElement: () => note },
  });
  return shown === note ? note.textContent : '';
}
