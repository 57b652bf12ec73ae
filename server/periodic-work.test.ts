import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { repeatWork } from './periodic-work.ts';

const never = 2_000_000_000;
const throws = (error: unknown): never => {
  throw error;
};

test('work is not done twice at a time, and is waited for at the end', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  let isAborted = false;
  const work = repeatWork(
    async (signal) => {
      begun += 1;
      await promise;
      isAborted = signal.aborted;
    },
    { first: never, every: never, logError: throws },
  );
  const both = [work.run(), work.run()];
  expect(begun).toBe(1);
  let isClosed = false;
  const closed = work.close().then(() => {
    isClosed = true;
  });
  await nextTurn();
  expect(isClosed).toBe(false);
  resolve();
  await closed;
  expect(isAborted).toBe(true);
  await Promise.all(both);
});
