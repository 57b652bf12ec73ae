import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCrew } from '../../test/arbitraries.ts';
import { parseCrew } from './crew.ts';
import { kioskCrew } from './kiosk-view.ts';

/** The fields of what a kiosk is told, wherever they are. */
const person = [
  'id',
  'name',
  'named',
  'names',
  'providerIds',
  'jobs',
  'active',
  'notes',
  'account',
  'lastDate',
];
const allowed: Readonly<Record<string, readonly string[]>> = {
  '': ['kind', 'people', 'merged', 'questions'],
  people: person,
  merged: [...person, 'into'],
  'people.providerIds': ['provider', 'id', 'name'],
  'merged.providerIds': ['provider', 'id', 'name'],
  questions: ['id', 'name', 'provider', 'providerId', 'shifts'],
  'questions.shifts': ['layout', 'shift', 'date', 'job'],
};

/** Fields that are not allowed, by their paths. */
function foreign(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => foreign(each, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    allowed[path]?.includes(name)
      ? foreign(inner, path === '' ? name : `${path}.${name}`)
      : [`${path}.${name}`],
  );
}

/** The same with a secret in each object. */
function withSecrets<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withSecrets) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withSecrets(inner)]);
  return { ...Object.fromEntries(entries), email: 'secret@example.com', secret: 'secret' };
}

test('[PIN8] a kiosk is told what is on a list of fields, of any crew, and it is a crew', () => {
  fc.assert(
    fc.property(anyCrew, (crew) => {
      const told = kioskCrew(withSecrets(crew));
      expect(foreign(told)).toEqual([]);
      expect(JSON.stringify(told)).not.toContain('secret');
      expect(parseCrew(told).ok).toBe(parseCrew(crew).ok);
      expect(told.people.map(({ name }) => name)).toEqual(crew.people.map(({ name }) => name));
    }),
  );
});
