import { afterEach, expect, test } from 'vitest';
import {
  areToastsTaken,
  dismissToast,
  dismissToastsOf,
  mostUrgent,
  showToast,
  takeToasts,
  toasts,
  watchToasts,
} from './toast.tsx';

afterEach(() => {
  for (const { id } of toasts()) dismissToast(id);
});

test('[PA39] a newer message takes the place of the one before', () => {
  for (const text of ['one', 'two', 'three']) showToast({ text });
  expect(toasts().map(({ text }) => text)).toEqual(['three']);
});

test('[PA39] what was done doesn’t push out what went wrong, nor what stays; one is shown at a time', () => {
  const said = () => mostUrgent(toasts())?.text;
  showToast({ text: 'stays', tone: 'problem', stays: true });
  showToast({ text: 'stays, too', tone: 'problem', stays: true });
  showToast({ text: 'done' });
  expect(said()).toBe('done');
  const wrong = showToast({ text: 'wrong', tone: 'problem' });
  const due = showToast({ text: 'due', tone: 'notice' });
  const again = showToast({ text: 'done again' });
  expect(said()).toBe('wrong');
  wrong();
  expect(said()).toBe('due');
  due();
  expect(said()).toBe('done again');
  again();
  expect(said()).toBe('stays');
  expect(toasts().map(({ text }) => text)).toEqual(['stays', 'stays, too']);
});

test('only the dismissed toast leaves, and dismissing it again tells nobody', () => {
  const first = showToast({ text: 'first', tone: 'problem' });
  showToast({ text: 'second' });
  let told = 0;
  const stop = watchToasts(() => {
    told += 1;
  });
  first();
  first();
  stop();
  expect(toasts().map(({ text }) => text)).toEqual(['second']);
  expect(told).toBe(1);
});

test('a watcher that stopped hears nothing more', () => {
  let told = 0;
  const stop = watchToasts(() => {
    told += 1;
  });
  showToast({ text: 'heard' });
  stop();
  showToast({ text: 'not heard' });
  expect(told).toBe(1);
});

test('[PA39] messages go to a place of their own until it is left', () => {
  const leave = takeToasts();
  expect(areToastsTaken()).toBe(true);
  leave();
  expect(areToastsTaken()).toBe(false);
});

test('when a change is refused, what says that it was made leaves, and nothing else', () => {
  showToast({ text: 'refused', change: 'one' });
  showToast({ text: 'about another change', tone: 'notice', change: 'two' });
  showToast({ text: 'about no change', tone: 'problem', change: null });
  dismissToastsOf('one');
  expect(toasts().map(({ text }) => text)).toEqual(['about another change', 'about no change']);
});
