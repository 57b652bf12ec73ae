import { expect, test } from 'vitest';
import { type CallableCode, callableCodeOf } from '../../domain/problem/callable-status.ts';
import type { ProblemCode } from '../../domain/problem/problem.ts';
import { problemCodes } from '../words.ts';
import { statusOf } from './endpoint.ts';

test('each refusal has the status of a callable function’s code', () => {
  expect(problemCodes.filter((code) => callableCodeOf(statusOf(code)) === 'unknown')).toEqual([]);
});

test.each<[ProblemCode, number, CallableCode]>([
  ['name-missing', 400, 'invalid-argument'],
  ['request-invalid', 400, 'invalid-argument'],
  ['signed-out', 401, 'unauthenticated'],
  ['invalid-api-key', 401, 'unauthenticated'],
  ['not-allowed', 403, 'permission-denied'],
  ['not-found', 404, 'not-found'],
  ['document-exists', 409, 'aborted'],
  ['too-many-requests', 429, 'resource-exhausted'],
  ['call-cancelled', 499, 'cancelled'],
  ['internal', 500, 'internal'],
  ['too-busy', 503, 'unavailable'],
  ['schedule-failed', 503, 'unavailable'],
  ['schedule-slow', 504, 'deadline-exceeded'],
])('%s has status %i, which callable functions call %s', (code, status, called) => {
  expect(statusOf(code)).toBe(status);
  expect(callableCodeOf(status)).toBe(called);
});
