import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PinTries, parsePin, rightPin, tryPin } from './pin.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

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

/** What the rule says, written down again: all tries with their times, and whether each was right. */
function createModel() {
  let wrongInRow = 0;
  let waitsUntil = 0;
  let dayBegan: number | null = null;
  let wrongOfDay = 0;
  return {
    refusesUntil: (now: number): number | null | undefined => {
      if (wrongOfDay >= 20) return null;
      return now < waitsUntil ? waitsUntil : undefined;
    },
    tried(now: number, isRight: boolean): void {
      if (dayBegan === null || now - dayBegan >= DAY) [dayBegan, wrongOfDay] = [now, 0];
      if (isRight) {
        wrongInRow = 0;
        return;
      }
      wrongInRow += 1;
      wrongOfDay += 1;
      if (wrongInRow % 5 === 0) waitsUntil = now + 2 ** (wrongInRow / 5 - 1) * MINUTE;
    },
  };
}

test('[PIN4] five wrong cost a minute, the next five two, and 20 in a day are the last', () => {
  const step = fc.record({
    after: fc.oneof(fc.constantFrom(0, 1_000, MINUTE - 1, MINUTE, 4 * MINUTE, DAY / 4), fc.nat(DAY / 6)),
    isRight: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.boolean() }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 80 }), (steps) => {
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

test('[PIN4] a clock that is set back adds nothing to a wait', () => {
  const tries = { inRow: 5, triedAt: DAY, dayStart: DAY, inDay: 5 };
  expect(tryPin(tries, DAY / 2)).toEqual({ isAllowed: false, wait: MINUTE });
});
