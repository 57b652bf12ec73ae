import { expect, test } from 'vitest';
import { isPaletteKey, isSingleKey } from './use-keys.ts';

const none = {
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 0,
  repeat: false,
  defaultPrevented: false,
};

test('[KB6] digits and signs count as the keyboard’s layout types them, with Shift or without', () => {
  for (const key of ['1', '9', '/', '?']) {
    expect(isSingleKey({ ...none, key })).toBe(true);
    expect(isSingleKey({ ...none, key, shiftKey: true } as never)).toBe(true);
  }
});

test.each([
  ['Ctrl', { ctrlKey: true }],
  ['Cmd', { metaKey: true }],
  ['Alt', { altKey: true }],
  ['text being composed', { isComposing: true }],
  ['text being composed in older browsers', { keyCode: 229 }],
  ['a key held down', { repeat: true }],
  ['a key that did something', { defaultPrevented: true }],
  ['a key with a name', { key: 'Enter' }],
])('[KB6] never with %s', (_, over) => {
  expect(isSingleKey({ ...none, key: '1', ...over })).toBe(false);
});

test('[KB1] the palette opens by Ctrl+K and Cmd+K', () => {
  expect(isPaletteKey({ ...none, key: 'k', ctrlKey: true })).toBe(true);
  expect(isPaletteKey({ ...none, key: 'K', metaKey: true })).toBe(true);
  for (const over of [{}, { ctrlKey: true, altKey: true }, { ctrlKey: true, isComposing: true }]) {
    expect(isPaletteKey({ ...none, key: 'k', ...over })).toBe(false);
  }
});
