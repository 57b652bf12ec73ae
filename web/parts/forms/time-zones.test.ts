import { expect, test, vi } from 'vitest';
import { timeZones, zoneName } from './time-zones.ts';

test('a zone has the name that people call it by, and its city', () => {
  expect(zoneName('America/Chicago')).toBe('Central Time (Chicago)');
  expect(zoneName('America/New_York')).toBe('Eastern Time (New York)');
  expect(zoneName('America/North_Dakota/Center')).toBe('Central Time (Center, North Dakota)');
  expect(zoneName('UTC')).toContain('(UTC)');
  expect(zoneName('Mars/Olympus_Mons'), 'none that this browser knows').toBe('Mars/Olympus_Mons');
});

test.each([0, 29_999, 59_999])('its offset is whole minutes %i ms into a minute', async (ms) => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 18, 0) + ms, toFake: ['Date'] });
  vi.resetModules();
  await import('../../../test/words-setup.ts');
  const { timeZones: fresh } = await import('./time-zones.ts');
  const groups = fresh('UTC', 'America/Chicago', 'en-US').map(({ group }) => group);
  expect(groups.find((group) => group?.startsWith('GMT'))).toBe('GMT-11');
  vi.useRealTimers();
});

test('the browser’s own zone comes first, then its country’s, then all the others from west to east', () => {
  const options = timeZones('America/Chicago', 'America/Chicago', 'en-US');
  expect(options.slice(0, 7).map(({ label, group }) => `${group}: ${label}`)).toEqual([
    'Your time zone: Central Time (Chicago)',
    'Your country: Eastern Time (New York)',
    'Your country: Mountain Time (Denver)',
    'Your country: Mountain Standard Time (Phoenix)',
    'Your country: Pacific Time (Los Angeles)',
    'Your country: Alaska Time (Anchorage)',
    'Your country: Hawaii-Aleutian Standard Time (Honolulu)',
  ]);
  const restOfCountry = options.slice(7).filter(({ group }) => group === 'Your country');
  expect(restOfCountry.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Eastern Time (Detroit)', 'Mountain Time (Boise)', 'Alaska Time (Juneau)']),
  );
  expect(restOfCountry).toHaveLength(22);
  expect(options[29]?.group, 'the whole country comes before the rest of the world').toBe('GMT-11');
  const values = options.map(({ value }) => value);
  expect(new Set(values).size, 'each once').toBe(values.length);
  expect(values).toContain('Europe/Berlin');
  expect(options.find(({ value }) => value === 'Asia/Kolkata' || value === 'Asia/Calcutta')?.group).toBe(
    'GMT+5:30',
  );
});

test('another country has its own zones, and a language alone makes no country', () => {
  const near = (own: string, language: string) =>
    timeZones(own, own, language)
      .filter(({ group }) => group === 'Your country')
      .map(({ value }) => value);
  expect(near('America/Toronto', 'en-CA')).toContain('America/Vancouver');
  expect(near('Europe/Berlin', 'en-US')).toEqual([]);
});

test('what a team has chosen is among them, also where this browser does not know it', () => {
  expect(timeZones('Mars/Olympus_Mons', 'America/Chicago', 'en-US')).toContainEqual(
    expect.objectContaining({ value: 'Mars/Olympus_Mons', label: 'Mars/Olympus_Mons' }),
  );
});

test('an old browser, which has no generic names, says the same', async () => {
  const { DateTimeFormat } = Intl;
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function old(locale, options) {
    if (options?.timeZoneName === 'longGeneric') throw new RangeError('timeZoneName');
    return new DateTimeFormat(locale, options);
  });
  vi.resetModules();
  await import('../../../test/words-setup.ts');
  const { zoneName: inOld } = await import('./time-zones.ts');
  expect(inOld('America/Denver')).toMatch(/^Mountain (Standard )?Time \(Denver\)$/);
  vi.restoreAllMocks();
});
