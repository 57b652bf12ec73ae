import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLayout, anyStep, anyTemplate } from '../../test/arbitraries.ts';
import { buildLayout, buildTeam, changed, refusal } from '../../test/builders.ts';
import { apply, type SingleChange } from './change.ts';
import { isDeleted } from './deletion.ts';
import { inverse } from './inverse.ts';

const anyDeletable = fc.oneof(anyLayout, anyTemplate);
const of = (kind: 'layout' | 'template', what: 'delete' | 'restore') =>
  ({ type: `${kind}.${what}` }) as SingleChange;

test('[CH8] a deleted document is restored unchanged', () => {
  fc.assert(
    fc.property(anyDeletable, (body) => {
      const deleted = changed(body, of(body.kind, 'delete'));
      expect([isDeleted(body), isDeleted(deleted)]).toEqual([false, true]);
      expect(inverse(body, of(body.kind, 'delete'))).toEqual(of(body.kind, 'restore'));
      expect(changed(deleted, of(body.kind, 'restore'))).toEqual(body);
    }),
  );
});

test('a deleted document refuses every other change, and being made again', () => {
  fc.assert(
    fc.property(anyDeletable, anyStep, (body, step) => {
      fc.pre(step.type !== 'shift.forget');
      const deleted = changed(body, of(body.kind, 'delete'));
      const outcome = apply(deleted, step);
      if (step.type === `${body.kind}.delete`) expect(outcome).toEqual({ ok: true, value: deleted });
      else if (step.type === `${body.kind}.restore`) expect(outcome).toEqual({ ok: true, value: body });
      else {
        expect(outcome.ok ? null : outcome.problem.code).toMatch(
          /^(document-missing|document-exists|wrong-document)$/,
        );
      }
    }),
    { numRuns: 1_000 },
  );
});

test('[CH8] deleting what is gone, and restoring what is there, has no effect', () => {
  const layout = buildLayout();
  expect(changed(layout, of('layout', 'restore'))).toEqual(layout);
  const deleted = changed(layout, of('layout', 'delete'));
  expect(changed(deleted, of('layout', 'delete'))).toEqual(deleted);
  expect(inverse(deleted, of('layout', 'delete'))).toBeNull();
  expect(refusal(deleted, { type: 'layout.area', area: 'Patio' })).toBe(
    'This item no longer exists. It may have been deleted.',
  );
  expect(refusal(deleted, { type: 'layout.create', layout })).toBe('This item already exists.');
  expect(refusal(null, of('layout', 'restore'))).toBe(
    'This item no longer exists. It may have been deleted.',
  );
  expect(refusal(buildTeam(), of('layout', 'delete'))).toBe('That change doesn’t apply here.');
});

test('[CH8] nothing is made deleted', () => {
  const layout = buildLayout({ deleted: true });
  expect(apply(null, { type: 'layout.create', layout })).toEqual({ ok: true, value: buildLayout() });
});
