import { expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createNotifier } from './live-sessions.ts';

test('what changes while pages are notified is told too', async () => {
  const told: string[] = [];
  const notifier = createNotifier(async (changed) => {
    told.push(...changed);
    if (told.length === 1) notifier.changed('later');
  });
  notifier.changed('first');
  await notifier.settled();
  expect(told).toEqual(['first', 'later']);
});

test('what changes just after pages were notified is told too', async () => {
  const told: string[] = [];
  const notifier = createNotifier(async (changed) => {
    told.push(...changed);
    if (told.length === 1) notifyNext();
  });
  // between the last message of a run and the end of its promise
  const notifyNext = () =>
    void Promise.resolve().then(() => Promise.resolve().then(() => notifier.changed('later')));
  notifier.changed('first');
  await eventually(() => expect(told).toEqual(['first', 'later']));
});
