import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PinTries, parsePin, rightPin, tryOnDevice, tryPin } from './pin.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.each([
  ['2580', null],
  [' 19379021 ', null],
  ['123', 'pin-unreadable'],
  ['193790210', 'pin-unreadable'],
  ['19a7', 'pin-unreadable'],
  ['', 'pin-unreadable'],
  ['1111', 'pin-too-easy'],
  ['23456', 'pin-too-easy'],
  ['8765', 'pin-too-easy'],
])('[PIN1] %j is a PIN: %j', (typed, problem) => {
  const parsed = parsePin(typed, 'pin');
  expect(parsed.ok ? null : parsed.problem.code).toBe(problem);
});

/** What the rules say, written down again: all tries with their times, and whether each was right. */
function createModel() {
  let wrongInRow = 0;
  let waitsUntil = 0;
  let wrong = 0;
  let forgetsNext = 0;
  return {
    refusesUntil: (now: number): number | null | undefined => {
      if (wrong >= 20) return null;
      return now < waitsUntil ? waitsUntil : undefined;
    },
    tried(now: number, isRight: boolean): void {
      for (; wrong > 0 && forgetsNext <= now; forgetsNext += 8 * HOUR) wrong -= 1;
      if (wrong === 0) forgetsNext = now + 8 * HOUR;
      if (isRight) {
        wrongInRow = 0;
        return;
      }
      wrongInRow += 1;
      wrong += 1;
      if (wrongInRow % 5 === 0) waitsUntil = now + 2 ** (wrongInRow / 5 - 1) * MINUTE;
    },
  };
}

const tried = fc.record({
  after: fc.oneof(
    fc.constantFrom(0, 1_000, MINUTE - 1, MINUTE, 4 * MINUTE, 8 * HOUR - 1, 8 * HOUR, DAY),
    fc.nat(DAY / 6),
  ),
  isRight: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.boolean() }),
});

test('[PIN4] five wrong cost a minute, the next five two, and 20 are the last, of which three a day are forgotten', () => {
  fc.assert(
    fc.property(fc.array(tried, { minLength: 20, maxLength: 80 }), (steps) => {
      const model = createModel();
      let tries: PinTries | null = null;
      let now = 1_795_000_000_000;
      for (const { after, isRight } of steps) {
        now += after;
        const tried = tryPin(tries, now);
        const until = model.refusesUntil(now);
        expect(tried.isAllowed).toBe(until === undefined);
        if (!tried.isAllowed) {
          expect(tried.wait).toBe(until === null ? null : Number(until) - now);
          continue;
        }
        tries = isRight ? rightPin(tried.tries) : tried.tries;
        model.tried(now, isRight);
      }
    }),
    { numRuns: 300 },
  );
});

test('[PIN4] 19 wrong ones a day, with the right one between, end within a few days', () => {
  let tries: PinTries | null = null;
  let wrong = 0;
  for (let day = 0; day < 30; day++) {
    for (let count = 0; count < 20; count++) {
      const tried = tryPin(tries, day * DAY + count * HOUR);
      if (!tried.isAllowed) continue;
      const isRight = count % 5 === 4;
      tries = isRight ? rightPin(tried.tries) : tried.tries;
      if (!isRight) wrong += 1;
    }
  }
  expect(wrong).toBeLessThan(30);
});

test('[PIN43] a tablet takes 30 wrong ones, whoever’s, and one more each quarter of an hour; a right one costs nothing', () => {
  fc.assert(
    fc.property(fc.array(tried, { minLength: 40, maxLength: 120 }), (steps) => {
      let tries: PinTries | null = null;
      let now = 1_795_000_000_000;
      const start = now;
      let wrong = 0;
      let wasRefused = false;
      for (const { after, isRight } of steps) {
        now += Math.floor(after / 60);
        const tried = tryOnDevice(tries, now);
        wasRefused ||= !tried.isAllowed;
        if (!tried.isAllowed) {
          expect(tried.wait).toBeGreaterThan(0);
          expect(tried.wait).toBeLessThanOrEqual(15 * MINUTE);
          expect(tryOnDevice(tries, now + Number(tried.wait) - 1).isAllowed).toBe(false);
          expect(tryOnDevice(tries, now + Number(tried.wait)).isAllowed).toBe(true);
          continue;
        }
        const again = tryOnDevice(rightPin(tried.tries), now);
        expect(again.isAllowed && again.tries.wrong).toBe(tried.tries.wrong);
        tries = isRight ? rightPin(tried.tries) : tried.tries;
        if (!isRight) wrong += 1;
        expect(wrong).toBeLessThanOrEqual(30 + (now - start) / (15 * MINUTE));
      }
      if (wrong < 30) expect(wasRefused).toBe(false);
    }),
    { numRuns: 300 },
  );
});

test('[PIN4] [PIN43] a clock that is set back adds nothing to a wait', () => {
  const tries = { inRow: 5, triedAt: DAY, since: DAY, wrong: 5 };
  expect(tryPin(tries, DAY / 2)).toEqual({ isAllowed: false, wait: MINUTE });
  expect(tryOnDevice({ ...tries, wrong: 30 }, DAY / 2)).toEqual({ isAllowed: false, wait: 15 * MINUTE });
});
