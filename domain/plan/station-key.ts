import type { Position } from './rotation.ts';

/** 'Register' of 'Register 2'. */
export const stationName = (position: string): string => position.replace(/\s+\d+$/, '');

/** The key of the station that a position has by its name alone. */
export const stationKey = (subarea: string, position: string): string =>
  `${subarea}/${stationName(position)}`;

/** What is done on a position: the station that it names, else the one of its name. A breaker has none. */
export const stationOf = (
  subarea: { readonly name: string },
  { name, station, breaker }: Pick<Position, 'name' | 'station' | 'breaker'>,
): string | null => (breaker ? null : (station ?? stationKey(subarea.name, name)));
