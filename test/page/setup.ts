import { inject } from 'vitest';
import { countRenders } from '../count-renders.ts';
import { moveDate } from '../moved-date.ts';

// Once a worker, which runs many files: the time is the server's, and addresses are its own.
const own = globalThis as { movePageTime?: (milliseconds: number) => void };
if (!own.movePageTime) {
  countRenders();
  const move = moveDate(inject('offset'));
  const steady = performance.now.bind(performance);
  const { setInterval, clearInterval } = globalThis;
  const intervals = new Map<unknown, { readonly every: number; run(): void }>();
  let gone = 0;
  performance.now = () => steady() + gone;
  globalThis.setInterval = ((run: () => void, every: number) => {
    const timer = setInterval(run, every);
    intervals.set(timer, { every, run });
    return timer;
  }) as typeof setInterval;
  globalThis.clearInterval = (timer) => {
    intervals.delete(timer);
    clearInterval(timer);
  };
  own.movePageTime = (milliseconds) => {
    move(milliseconds);
    // which never goes back: what began earlier would begin later
    gone += Math.max(0, milliseconds);
    // what was due in the meantime happens once
    for (const { every, run } of [...intervals.values()]) if (every <= milliseconds) run();
  };
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(inject('address'));
  // as an idle page does, before anybody presses something
  await (await import('../../client/document/lazy-phrases.ts')).loadPhrases();
}
