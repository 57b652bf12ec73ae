import { expect, test } from 'vitest';
import { isTimeZone } from './date.ts';
import { windowsZones, zoneNamed } from './windows-zones.ts';

test('[SC107] each time zone of Windows is one of the names that clocks know', () => {
  expect(windowsZones.size).toBeGreaterThan(130);
  for (const [name, zone] of windowsZones) {
    expect(isTimeZone(zone), name).toBe(true);
    expect(zoneNamed(name), name).toEqual({ zone, isGuess: false });
  }
});

test.each([
  ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
  ['(GMT-06:00) Central Time (US and Canada)', 'America/Chicago'],
  ['(UTC-05:00) Eastern Time (US &amp; Canada)', 'America/New_York'],
  ['Eastern Daylight Time', 'America/New_York'],
  ['eastern standard time 2', 'America/New_York'],
  ['US Eastern Standard Time', 'America/Indiana/Indianapolis'],
  ['Central Standard Time (Mexico)', 'America/Mexico_City'],
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Berlin'],
  ['/mozilla.org/20050126_1/America/New_York', 'America/New_York'],
  ['/softwarestudio.org/Olson_20011030_5/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['tzone://Microsoft/Utc', 'UTC'],
  ['GMT-0500', '-05:00'],
  ['UTC+2', '+02:00'],
])('[SC107] %s is %s', (name, zone) => {
  expect(zoneNamed(name)).toEqual({ zone, isGuess: false });
});

test.each(['Customized Time Zone', 'Somewhere/Else', '(UTC-05:00) Nowhere', '', 'GMT+99'])(
  '[SC107] “%s” is no time zone',
  (name) => {
    expect(zoneNamed(name)).toBeNull();
  },
);

test('[SC107] of an abbreviation it is known that it is a guess', () => {
  expect(zoneNamed('EST')).toEqual({ zone: 'America/New_York', isGuess: true });
});
