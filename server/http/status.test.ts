import { expect, test } from 'vitest';
import { callableCodeOf } from '../../domain/callable-status.ts';
import { problemCodes } from '../../domain/problem.ts';
import { statusOf } from './status.ts';

test.each(problemCodes)('[P4] %s has a status, and by it a code of calls', (code) => {
  expect(statusOf(code)).toBeGreaterThanOrEqual(400);
  expect(callableCodeOf(statusOf(code))).not.toBe('unknown');
});
