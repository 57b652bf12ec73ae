import { isTimeZone } from '../../../domain/time/date.ts';

/** More zones than any calendar describes. */
const MAX_ZONES = 50;

/**
 * A calendar may describe time zones by names of its own. The library reads such a description only under a name that
 * it takes for custom, so they get one. The names of Windows it knows.
 */
export function customZones(head: readonly string[]): { rename: (line: string) => string } {
  const names = new Set(head.map(zoneOf).filter((name) => name !== ''));
  const own = [...names].filter((name) => !isTimeZone(name) && !/ Standard Time$/.test(name));
  const isUsable = own.length > 0 && own.length <= MAX_ZONES;
  const custom = new Map(own.map((name, index) => [name, `Customized Time Zone ${index + 1}`]));

  function rename(line: string): string {
    const described = custom.get(zoneOf(line));
    if (described) return `TZID:${described}`;
    return line.replace(
      /;TZID=("([^"]{1,200})"|[^":;,]{1,200})/gi,
      (parameter, bare: string, quoted?: string) => {
        const known = custom.get(quoted ?? bare);
        return known ? `;TZID=${known}` : parameter;
      },
    );
  }
  return { rename: isUsable ? rename : (line) => line };
}

/** The name that a description of a time zone is for; '' for other lines. */
const zoneOf = (line: string): string =>
  /^TZID[;:]/i.test(line)
    ? line
        .slice(line.indexOf(':') + 1)
        .replace(/^"|" *$/g, '')
        .trim()
    : '';
