import { afterEach, expect, test } from 'vitest';
import {
  addToast,
  areToastsTaken,
  dismissToast,
  dismissToastsOf,
  oneOf,
  takeToasts,
  toasts,
  watchToasts,
} from './toast.tsx';

afterEach(() => {
  for (const { id } of toasts()) dismissToast(id);
});

test('[PA39] a newer message takes the place of the one before', () => {
  for (const text of ['one', 'two', 'three']) addToast({ text });
  expect(toasts().map(({ text }) => text)).toEqual(['three']);
});

test('[PA39] what was done doesn’t push out what went wrong, nor what stays; one is shown at a time', () => {
  const said = () => oneOf(toasts())?.text;
  addToast({ text: 'stays', tone: 'problem', stays: true });
  addToast({ text: 'done' });
  expect(said()).toBe('done');
  const wrong = addToast({ text: 'wrong', tone: 'problem' });
  const due = addToast({ text: 'due', tone: 'notice' });
  const again = addToast({ text: 'done again' });
  expect(said()).toBe('wrong');
  dismissToast(wrong);
  expect(said()).toBe('due');
  dismissToast(due);
  expect(said()).toBe('done again');
  dismissToast(again);
  expect(said()).toBe('stays');
});

test('only the dismissed toast leaves, and dismissing it again tells nobody', () => {
  const first = addToast({ text: 'first', tone: 'problem' });
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

test('[PA39] messages go to a place of their own until it is left', () => {
  const leave = takeToasts();
  expect(areToastsTaken()).toBe(true);
  leave();
  expect(areToastsTaken()).toBe(false);
});

test('when a change is refused, what says that it was made leaves, and nothing else', () => {
  addToast({ text: 'refused', change: 'one' });
  addToast({ text: 'about another change', tone: 'notice', change: 'two' });
  addToast({ text: 'about no change', tone: 'problem', change: null });
  dismissToastsOf('one');
  expect(toasts().map(({ text }) => text)).toEqual(['about another change', 'about no change']);
});
