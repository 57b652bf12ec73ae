import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { costOf } from '../domain/change/budget.ts';
import { apply, type Change, type DocumentBody, registry } from '../domain/change/change.ts';
import { stepsOf } from '../domain/change/define-change.ts';
import { inverse } from '../domain/change/inverse.ts';
import { mayChange } from '../domain/change/may-change.ts';
import { messageOf } from '../domain/history/phrases.ts';
import { anyBody, anyChange, anyHistory, anyStep } from '../test/arbitraries.ts';
import { english } from '../test/words.ts';
import { changeKey, change as changeSchema, plainId } from './changes.ts';

const types = new Set(Object.keys(registry));
const kinds = ['team', 'template', 'layout', 'crew'] as const;
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

test('histories are drawn from the registry: every kind of change is accepted in some of them', () => {
  const accepted = new Set<string>();
  const creations = new Set(['team.create', 'template.create', 'layout.create', 'crew.create']);
  for (const { body, changes } of fc.sample(anyHistory, { numRuns: 4_000, seed: 8 })) {
    let current = body;
    for (const change of changes) {
      const outcome = apply(current, change);
      if (!outcome.ok) continue;
      for (const { type } of stepsOf(change)) accepted.add(type);
      current = outcome.value;
    }
  }
  expect(new Set([...accepted, ...creations])).toEqual(types);
});

test('any change has a description, whatever is known about its document', () => {
  fc.assert(
    fc.property(fc.option(anyBody), anyChange, fc.option(anyBody), (before, change, after) => {
      expect(messageOf(before, change, after, english).text.trim()).not.toBe('');
    }),
    { numRuns: 2_000 },
  );
});

test('[CH9] a change that its schema takes is the same after it was stored and read, and has a cost', () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.option(anyBody), anyChange, (body, drawn) => {
      const parsed = z.safeParse(changeSchema, plain(drawn));
      if (!parsed.success) return;
      const again = z.parse(changeSchema, plain(parsed.data));
      expect(again).toEqual(parsed.data);
      const cost = costOf(body, parsed.data);
      expect(Number.isFinite(cost) && cost >= 0).toBe(true);
      taken += 1;
    }),
    { numRuns: 2_000 },
  );
  expect(taken).toBeGreaterThan(500);
});

test('[PT4] a plan of more rows than any day has doesn’t pass', () => {
  const plan = (count: number) => ({
    type: 'plan.take',
    seats: Array.from({ length: count }, (_, index) => ({
      ...{ rotation: 'lunch', shift: `s-${index}`, position: 'till', was: null, there: [] },
    })),
    breaks: [],
  });
  expect(z.safeParse(changeSchema, plan(6_000)).success).toBe(true);
  expect(z.safeParse(changeSchema, plan(6_001)).success).toBe(false);
});

test('[IN1] the inverse is the same with the next body at hand as without it', () => {
  fc.assert(
    fc.property(anyHistory, ({ body, changes }) => {
      let current: DocumentBody = body;
      for (const change of changes) {
        const outcome = apply(current, change);
        if (!outcome.ok) continue;
        expect(inverse(current, change, outcome.value)).toEqual(inverse(current, change));
        current = outcome.value;
      }
    }),
    { numRuns: 300 },
  );
});

test('[AC2] [AC3] a viewer may make no change, a lead none that a manager may not, and none to a template', () => {
  fc.assert(
    fc.property(anyStep, fc.constantFrom(...kinds), (step: Change, kind) => {
      expect(mayChange('viewer', kind, step)).toBe(false);
      if (!mayChange('lead', kind, step)) return;
      expect(mayChange('manager', kind, step)).toBe(true);
      expect(kind).not.toBe('template');
    }),
    { numRuns: 1_000 },
  );
});

test('pages with old code can take the key of a change for an id', () => {
  const key = changeKey({ id: 'F_Ci2za9NgAuvmGdB4uMpQ', at: Date.UTC(2100, 0) });
  expect(z.safeParse(plainId, key).data).toBe(key);
});
