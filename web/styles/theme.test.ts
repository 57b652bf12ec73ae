import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brandVariables, contrast, parseColor, readableBrand, surfaces, textOn } from './theme.ts';

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const modes = ['light', 'dark'] as const;

describe('contrast', () => {
  test('of black and white is 21, of a color and itself 1', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#1f5fbf', '#1f5fbf')).toBe(1);
  });

  test('matches a published pair: #767676 on white is 4.54', () => {
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  test('does not depend on which color comes first', () => {
    fc.assert(
      fc.property(anyColor, anyColor, (one, other) => {
        expect(contrast(one, other)).toBe(contrast(other, one));
      }),
    );
  });
});

test('text on any brand is readable', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      expect(contrast(textOn(color), color)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 2000 },
  );
});

test('any brand as text is readable on each surface, and ink on its faint tint', () => {
  fc.assert(
    fc.property(anyColor, fc.constantFrom(...modes), (color, mode) => {
      const { background, card, sunk, ink } = surfaces[mode];
      const shade = readableBrand(color, mode);
      for (const surface of [background, card, sunk]) {
        expect(contrast(shade, surface)).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrast(ink, brandVariables(color)[`--brand-soft-${mode}`] ?? '')).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 2000 },
  );
});

test('a readable brand stays the color the team chose', () => {
  expect(readableBrand('#1f5fbf', 'light')).toBe('#1f5fbf');
  expect(readableBrand('#7fb2ff', 'dark')).toBe('#7fb2ff');
});

test('no color, or not a color, gives the default brand', () => {
  for (const color of [undefined, '', 'tomato', '#12345']) {
    expect(brandVariables(color)).toMatchObject({ '--brand-light': '#1f5fbf', '--brand-dark': '#7fb2ff' });
  }
});

test('a short color means the same as the long one', () => {
  expect(brandVariables('#c06')).toEqual(brandVariables('#cc0066'));
});

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The colors of a mode in tokens.css, by name. */
function tokens(mode: 'light' | 'dark'): Map<string, string> {
  const color = '(#[0-9a-f]{6})';
  const both = [...css.matchAll(new RegExp(`--([\\w-]+): ${color};`, 'g'))];
  const each = [...css.matchAll(new RegExp(`--([\\w-]+): light-dark\\(${color}, ${color}\\);`, 'g'))];
  return new Map([
    ...both.map(([, name = '', value = '']) => [name, value] as const),
    ...each.map(([, name = '', light = '', dark = '']) => [name, mode === 'light' ? light : dark] as const),
  ]);
}

test.each(modes)('tokens.css holds the %s surfaces that this file computes with', (mode) => {
  expect(Object.fromEntries(tokens(mode))).toMatchObject(surfaces[mode]);
});

test.each(modes)('every pair of text and surface of the %s tokens is readable', (mode) => {
  const token = tokens(mode);
  const pairs = [
    ['ink', 'background'],
    ['ink', 'card'],
    ['ink', 'sunk'],
    ['ink-2', 'background'],
    ['ink-2', 'card'],
    ['ink-2', 'sunk'],
    ['on-running', 'running'],
    ['on-running', 'running-drained'],
    ['on-ending', 'ending'],
    ['done', 'done-soft'],
    ['open', 'card'],
    ['open', 'sunk'],
    ['open', 'open-soft'],
    ['danger', 'card'],
    ['on-danger', 'danger'],
    ['alert', 'alert-soft'],
    ['on-toast', 'toast'],
    ['toast-action', 'toast'],
  ] as const;
  for (const [text, surface] of pairs) {
    const [one, other] = [token.get(text), token.get(surface)];
    expect(one && other && contrast(one, other), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
  }
  for (const surface of ['background', 'card', 'sunk']) {
    expect(
      contrast(token.get('edge') ?? '', token.get(surface) ?? ''),
      `edge on ${surface}`,
    ).toBeGreaterThanOrEqual(3);
  }
});

test('a color is read however it is typed, and nothing else is', () => {
  for (const typed of ['#cc0066', 'CC0066', ' #c06 ', 'c06']) expect(parseColor(typed)).toBe('#cc0066');
  for (const typed of ['', 'tomato', '#12345', 'url(x)', '#cc0066ff', '🍟'])
    expect(parseColor(typed)).toBeUndefined();
});
