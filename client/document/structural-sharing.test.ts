import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeepEqual, shareStructure } from './structural-sharing.ts';

describe('keeping identity', () => {
  it('changes nothing but identity', () => {
    const anything = fc.jsonValue();
    fc.assert(
      fc.property(anything, anything, (before, after) => {
        const kept = shareStructure(before, after);
        expect(kept).toEqual(after);
        expect(isDeepEqual(before, structuredClone(before))).toBe(true);
      }),
    );
  });

  it('keeps the parts that are equal, also after one was put before them', () => {
    const before = {
      name: 'Front',
      shifts: [
        { id: 'a', breaks: [] },
        { id: 'b', breaks: [null] },
      ],
    };
    const after = { name: 'Front', shifts: [{ id: 'c', breaks: [] }, ...structuredClone(before.shifts)] };
    const kept = shareStructure(before, after);
    expect(kept.shifts[1]).toBe(before.shifts[0]);
    expect(kept.shifts[2]).toBe(before.shifts[1]);
    expect(kept).not.toBe(before);
  });

  it('takes an undefined field for none', () => {
    expect(isDeepEqual({ a: 1, b: undefined }, { a: 1 })).toBe(true);
    expect(isDeepEqual({ a: 1 }, { a: 1, b: undefined })).toBe(true);
    expect(isDeepEqual({ a: 1, b: 2 }, { a: 1 })).toBe(false);
  });
});
