import { expect, test } from 'vitest';
import { problemCodes, sentence } from '../../test/words.ts';
import {
  callableCodeFor,
  callableCodeOf,
  callableCodes,
  callableName,
  callableStatus,
  parseCallable,
} from './callable-status.ts';

test.each([
  [400, 'invalid-argument'],
  [401, 'unauthenticated'],
  [403, 'permission-denied'],
  [404, 'not-found'],
  [409, 'aborted'],
  [429, 'resource-exhausted'],
  [499, 'cancelled'],
  [500, 'internal'],
  [501, 'unimplemented'],
  [503, 'unavailable'],
  [504, 'deadline-exceeded'],
] as const)('[P3] status %i is the code %s', (status, code) => {
  expect(callableCodeOf(status)).toBe(code);
  expect(parseCallable(status, '{"data":{}}')).toMatchObject({ code });
});

test.each([0, 301, 402, 405, 418, 502, 599])('[P6] status %i, which has no code, is unknown', (status) => {
  expect(callableCodeOf(status)).toBe('unknown');
  expect(parseCallable(status, '')).toMatchObject({ code: 'unknown' });
});

test.each(['', '<html>', '{"data":'])('[P7] an answer that is no JSON is internal: %j', (text) => {
  expect(parseCallable(200, text)).toMatchObject({ code: 'internal' });
});

test.each(['{}', '[]', 'null', '7', '"data"'])('[P7] an answer without data is internal: %j', (text) => {
  expect(parseCallable(200, text)).toMatchObject({ code: 'internal' });
});

test.each([
  ['{"data":{"schedule":{}}}', { schedule: {} }],
  ['{"data":null}', null],
  ['{"data":0}', 0],
  ['{"result":{"schedule":{}}}', { schedule: {} }],
  ['{"data":1,"result":2}', 1],
])('[P3] data is taken as it is: %j', (text, data) => {
  expect(parseCallable(200, text)).toEqual({ data });
});

/** The sign-in codes of the specification, by what they are called here. */
const signInCodes = {
  'unauthorized-domain': 'unauthorized-domain',
  'popup-blocked': 'popup-blocked',
  'popup-closed-by-user': 'popup-closed-by-user',
  'cancelled-popup-request': 'cancelled-popup-request',
  'network-request-failed': 'network-request-failed',
  'user-mismatch': 'user-mismatch',
  // as failed calls call it
  'internal-error': 'internal',
  'invalid-api-key': 'invalid-api-key',
  'password-does-not-meet-requirements': 'password-does-not-meet-requirements',
  'multi-factor-auth-required': 'multi-factor-auth-required',
} as const;

test.each(Object.entries(signInCodes))('[P4] the sign-in code %s has the sentence of %s', (_, code) => {
  expect(problemCodes).toContain(code);
  expect(sentence({ code })).toMatch(/^[A-Z].*\.$/);
});

test.each([
  [500, '{"error":{"status":"NOT_FOUND","message":"No"}}', 'not-found'],
  [200, '{"error":{"status":"PERMISSION_DENIED"}}', 'permission-denied'],
  [200, '{"error":{"status":"toString"},"data":1}', 'internal'],
  [404, '{"error":{"status":"SOMETHING"}}', 'not-found'],
  [503, '{"error":"no"}', 'unavailable'],
] as const)('[P3] a code in the answer goes before the status: %i %s', (status, text, code) => {
  expect(parseCallable(status, text)).toMatchObject({ code });
});

test('[CA4] every code has its name and status, which callers read as the same code', () => {
  for (const code of callableCodes) {
    const text = JSON.stringify({ error: { status: callableName(code) } });
    expect(parseCallable(callableStatus(code), text)).toMatchObject({ code });
    expect(callableCodeOf(callableStatus(code))).toBe(code === 'unknown' ? 'internal' : code);
  }
});

test('[CA4] a problem of ours, or of the provider, has a code that callers know', () => {
  expect(callableCodeFor({ code: 'request-invalid' })).toBe('invalid-argument');
  expect(callableCodeFor({ code: 'signed-out' })).toBe('unauthenticated');
  expect(callableCodeFor({ code: 'too-many-requests' })).toBe('resource-exhausted');
  expect(callableCodeFor({ code: 'schedule-failed' })).toBe('unavailable');
  expect(callableCodeFor({ code: 'schedule-refused' })).toBe('unauthenticated');
  expect(callableCodeFor({ code: 'schedule-slow' })).toBe('deadline-exceeded');
  expect(callableCodeFor({ code: 'schedule-unreadable' })).toBe('internal');
});

test.each([
  ['{"error":{"status":"NOT_FOUND","message":" No store 9. "}}', 'No store 9.'],
  ['{"error":{"status":"NOT_FOUND","message":"NOT_FOUND"}}', null],
  ['{"error":{"status":"NOT_FOUND","message":7}}', null],
  ['{"error":{"message":"Busy."}}', 'Busy.'],
])('[P3] what a function says itself is kept, unless it is the name of the status: %s', (text, message) => {
  expect(parseCallable(500, text)).toMatchObject({ message });
});
