import type { PersonPlanning, Station } from './station-schema.ts';

export const stationLimit = 400;

/** What minors may not use, by the law of one place or another. */
export const equipmentKinds = ['grill', 'fryer', 'slicer', 'driving'] as const;
export type Equipment = (typeof equipmentKinds)[number];

/** What a station takes out of people, so that it is shared out fairly. */
export const toughClasses = ['outdoor', 'dishes', 'heat'] as const;
export type ToughClass = (typeof toughClasses)[number];

export const feelings = ['likes', 'dislikes'] as const;
export type Feeling = (typeof feelings)[number];

export const levelIn = ({ skills = [] }: PersonPlanning, station: string) =>
  skills.find((each) => each.station === station)?.level ?? null;

export const feelingIn = ({ likes = [], dislikes = [] }: PersonPlanning, station: string): Feeling | null => {
  if (likes.includes(station)) return 'likes';
  return dislikes.includes(station) ? 'dislikes' : null;
};

/** 'Front Counter/Register'. */
export const keyOfStation = ({ subarea, name }: Pick<Station, 'subarea' | 'name'>): string =>
  `${subarea}/${name}`;

/** Of a station that has no record yet, by its key: two people who make the same one at once make one. */
export const stationId = (key: string): string => key.slice(0, 160);

/** As keys are compared. */
export const fold = (key: string): string => key.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Finds the record of what `stationOf` says of a position: the station that is called so, else the one that was called so when it was
 * made. So a station that is renamed stays that of its positions.
 */
export function stationFinder(stations: readonly Station[]): (keyOrId: string) => Station | undefined {
  const known = new Map<string, Station>();
  for (const each of stations) known.set(fold(each.id), each);
  for (const each of stations) known.set(fold(keyOfStation(each)), each);
  const exact = new Map(stations.map((each) => [each.id, each]));
  return (keyOrId) => known.get(fold(keyOrId)) ?? exact.get(keyOrId) ?? known.get(fold(stationId(keyOrId)));
}
