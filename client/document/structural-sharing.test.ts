import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareStructure } from './optimistic-state.ts';

describe('keeping identity', () => {
  it('changes nothing but identity', () => {
    const anything = fc.jsonValue();
    fc.assert(
      fc.property(anything, anything, (before, after) => {
        const kept = shareStructure(before, after);
        expect(kept).toEqual(after);
        expect(shareStructure(before, structuredClone(before))).toBe(before);
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
    const before = { a: 1, b: undefined };
    expect(shareStructure<object>(before, { a: 1 })).toBe(before);
    expect(shareStructure<object>({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  });
});
