import { expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import type { LiveSession } from './live-session.ts';
import { createListNotifier } from './live-sessions.ts';
import { textOf } from './message.ts';

const teamIn = (frame: Buffer): string => JSON.parse(String(textOf(frame))).team;

test('a list that changes just after pages were notified is sent too', async () => {
  const told: string[] = [];
  const session: Pick<LiveSession, 'isIn' | 'send'> = {
    isIn: () => true,
    send(frames) {
      told.push(...frames.map(teamIn));
      if (told.length === 1) notifyNext();
    },
  };
  const notifier = createListNotifier(new Set([session as LiveSession]), () => {});
  // between the last message of a run and the end of its promise
  const notifyNext = () =>
    void Promise.resolve().then(() => Promise.resolve().then(() => notifier.changed('later')));
  notifier.changed('first');
  await eventually(() => expect(told).toEqual(['first', 'later']));
});
