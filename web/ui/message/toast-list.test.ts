import { afterEach, expect, test } from 'vitest';
import { addToast, dismissToast, dismissToastsOf, toasts, watchToasts } from './toast-list.ts';

afterEach(() => {
  for (const { id } of toasts()) dismissToast(id);
});

test('the newest three toasts stay, in the order they came', () => {
  for (const text of ['one', 'two', 'three', 'four']) addToast({ text });
  expect(toasts().map(({ text }) => text)).toEqual(['two', 'three', 'four']);
});

test('only the dismissed toast leaves, and dismissing it again tells nobody', () => {
  const first = addToast({ text: 'first' });
  addToast({ text: 'second' });
  let told = 0;
  const stop = watchToasts(() => {
    told += 1;
  });
  dismissToast(first);
  dismissToast(first);
  stop();
  expect(toasts().map(({ text }) => text)).toEqual(['second']);
  expect(told).toBe(1);
});

test('a watcher that stopped hears nothing more', () => {
  let told = 0;
  const stop = watchToasts(() => {
    told += 1;
  });
  addToast({ text: 'heard' });
  stop();
  addToast({ text: 'not heard' });
  expect(told).toBe(1);
});

test('[DV3] what stays is not pushed out, and tells once when it is gone', () => {
  let gone = 0;
  const stays = addToast({
    text: 'stays',
    stays: true,
    onGone: () => {
      gone += 1;
    },
  });
  for (const text of ['one', 'two', 'three', 'four']) addToast({ text });
  expect(toasts().map(({ text }) => text)).toEqual(['stays', 'two', 'three', 'four']);
  expect(gone).toBe(0);
  dismissToast(stays);
  dismissToast(stays);
  expect(gone).toBe(1);
});

test('[DV29] when a change is refused, what says that it was made leaves, and nothing else', () => {
  addToast({ text: 'refused', change: 'one' });
  addToast({ text: 'made', change: 'two' });
  addToast({ text: 'about no change', change: null });
  dismissToastsOf('one');
  expect(toasts().map(({ text }) => text)).toEqual(['made', 'about no change']);
});
