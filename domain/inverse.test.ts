import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory } from '../test/arbitraries.ts';
import { apply } from './apply.ts';
import { breakCount } from './break.ts';
import { type Change, type DocumentBody, type SingleChange, stepsOf } from './change.ts';
import { inverse } from './inverse.ts';

function after(body: DocumentBody, change: Change): DocumentBody {
  const outcome = apply(body, change);
  if (!outcome.ok) throw new Error(outcome.problem.code);
  return outcome.value;
}

const withoutWayBack = new Set<SingleChange['type']>(['layout.settings']);

/** Has a shift more breaks than it earns? New times drop those of them that were not taken, for good. */
const hasSpareBreaks = (body: DocumentBody): boolean =>
  body.kind === 'layout' &&
  body.shifts.some((shift) => shift.breaks.length > breakCount(shift, body.breakMinMinutes));

test('[IN1] any accepted change followed by its inverse gives the body as it was', () => {
  let tried = 0;
  fc.assert(
    fc.property(anyHistory, ({ body, changes }) => {
      let current = body;
      for (const change of changes) {
        const outcome = apply(current, change);
        if (!outcome.ok) {
          expect(inverse(current, change)).toBeNull();
          continue;
        }
        const back = inverse(current, change);
        const hasWay = stepsOf(change).every((step) => !withoutWayBack.has(step.type));
        if (hasWay && !hasSpareBreaks(current) && !hasSpareBreaks(outcome.value)) {
          expect(back ? after(outcome.value, back) : outcome.value).toEqual(current);
          tried += 1;
        }
        current = outcome.value;
      }
    }),
    { numRuns: 3_000 },
  );
  expect(tried).toBeGreaterThan(3_000);
});
