import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { libraryStyles } from './security-headers.ts';

const sourceOf = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url)), 'utf8');

/** The text with `${name}` replaced by the value of the constant of that name in the source. */
const fillIn = (text: string, source: string): string =>
  text.replace(/\$\{([\w$]+)\}/g, (_, name: string) => {
    const value = new RegExp(`(?:const|var|let) ${name.replaceAll('$', '\\$')} = ["'\`](.*)["'\`];`).exec(
      source,
    );
    return fillIn(value?.[1] ?? '', source);
  });

/** All texts that `pattern` finds in a file of a library. */
const stylesIn = (path: string, pattern: RegExp): string[] => {
  const source = sourceOf(path);
  return [...source.matchAll(pattern)].map(([, text = '']) => fillIn(text, source).trim());
};

test('every style element that a library adds is allowed by its hash', () => {
  const found = [
    ...stylesIn('@dnd-kit/dom/index.js', /var CSS_RULES = `([^`]*)`/g).map((text) =>
      text.replace(/\s+/g, ' '),
    ),
    ...stylesIn('@dnd-kit/dom/index.js', /var CSS_RULES2 = "([^"]*)"/g),
    ...stylesIn('@dnd-kit/dom/index.js', /register\(\s*`([^`]*)`/g).map((text) =>
      text.replace(/\{ cursor: +/, '{ cursor: grabbing '),
    ),
    ...stylesIn('react-aria/dist/private/interactions/usePress.mjs', /style\.textContent = `([^`]*)`/g),
    ...stylesIn('react-aria/dist/private/overlays/usePreventScroll.mjs', /style\.textContent = `([^`]*)`/g),
  ];
  const hashes = found.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  expect(hashes.toSorted()).toEqual(libraryStyles.toSorted());
});
