import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildLayout } from '../../test/builders.ts';
import { idOf } from '../../test/stores/layout-fixture.ts';
import { compressBody, decodePack, encodePack, type PackedChange, parseBody } from './pack-format.ts';

const anyId = fc.oneof(
  fc.nat().map((each) => idOf(`${each}`)),
  fc.constantFrom('x', 'change-1', 'A'.repeat(22)),
);
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', '\ud800', '\0'));
const anyChange = fc.oneof(
  fc.record({ type: fc.constant('shift.edit' as const), shift: text, note: text }),
  fc.record({
    ...{ type: fc.constant('break.press' as const), shift: text, slot: fc.constant(0), by: fc.option(text) },
    ...{ wants: fc.constantFrom('start' as const, 'clear' as const), at: fc.nat() },
  }),
);
const anyPacked = fc.record({
  id: anyId,
  by: fc.option(fc.constantFrom('ann', 'bob', '__proto__')),
  at: fc.integer({ min: -5, max: 9e12 }),
  change: fc.option(anyChange),
  record: fc.option(
    fc.record({ did: fc.string(), topics: fc.constant(['breaks' as const]), madeAt: fc.nat() }),
  ),
});

test('a pack has every change as it was, whatever its id and order in time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyPacked, { minLength: 1, maxLength: 20, selector: ({ id }) => id }),
      fc.nat(),
      async (entries, before) => {
        // As they are stored.
        const stored: Omit<PackedChange, 'version'>[] = JSON.parse(JSON.stringify(entries));
        const changes = stored.map((entry, index) => ({ ...entry, version: before + 1 + index }));
        const pack = await encodePack(changes);
        expect(decodePack(pack)).toEqual({ changes, body: null });
        expect([pack.from_version, pack.to_version]).toEqual([before + 1, before + changes.length]);
      },
    ),
    { numRuns: 20 },
  );
});

test('bytes that are damaged are refused', async () => {
  const change = { type: 'shift.delete', shift: 'a' } as const;
  const pack = await encodePack([{ version: 1, id: idOf('1'), by: null, at: 5, change, record: null }]);
  const damaged = Buffer.from(pack.contents);
  damaged[damaged.length - 6] = ~(damaged[damaged.length - 6] ?? 0);
  expect(() => decodePack({ ...pack, contents: damaged })).toThrow();
  expect(() => decodePack({ ...pack, ids: pack.ids.subarray(1) })).toThrow();
});

test('a compressed snapshot is read like another', async () => {
  const body = buildLayout();
  const text = await compressBody(body);
  expect([text, JSON.stringify(body)].map(parseBody)).toEqual([body, body]);
});
