import { describe, expect, it } from 'vitest';
import { internalPath, withReturnPath } from './address-search.ts';

describe('where a person came from', () => {
  it.each(['/', '/editor/shifts', '/layouts?date=2026-11-21', '/join/abc#top'])(
    'stays inside: %s',
    (path) => {
      expect(internalPath(path)).toBe(path);
    },
  );

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '//',
    '/..//evil.example',
    '/.//evil.example',
    '/editor/..//evil.example',
    'editor',
    '',
    7,
    undefined,
  ])('never leads elsewhere: %s', (address) => {
    expect(internalPath(address)).toBeUndefined();
  });

  it('is kept in the address, save for the day view, which is where everyone goes', () => {
    expect(withReturnPath('/login', '/editor/shifts?a=b')).toBe('/login?from=%2Feditor%2Fshifts%3Fa%3Db');
    expect(withReturnPath('/login', '/')).toBe('/login');
    expect(withReturnPath('/login', undefined)).toBe('/login');
  });
});
