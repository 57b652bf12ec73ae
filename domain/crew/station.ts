import * as z from 'zod/mini';
import { date, id, list, name, type SchemaValue } from '../change/fields.ts';
import { compareText } from '../list/list.ts';
import { parseName } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';

export const stationLimit = 400;
/** Levels of all people of a crew together. */
export const skillLimit = 20_000;

/** What minors may not use, by the law of one place or another. */
export const equipmentKinds = ['grill', 'fryer', 'slicer', 'driving'] as const;
export type Equipment = (typeof equipmentKinds)[number];

/** What a station takes out of people, so that it is shared out fairly. */
export const toughClasses = ['outdoor', 'dishes', 'heat'] as const;
export type ToughClass = (typeof toughClasses)[number];

/** What is done on one or several positions, such as 'Register' on 'Register 1' and 'Register 2'. */
export const stationSchema = z.strictObject({
  id,
  name,
  subarea: name,
  equipment: list(z.enum(equipmentKinds), equipmentKinds.length),
  classes: list(z.enum(toughClasses), toughClasses.length),
});
export type Station = SchemaValue<typeof stationSchema>;

export const levelSchema = z.union([z.literal(1), z.literal(2), z.literal(3)]);
/** 1: in training, 2: can do it, 3: is best at it. */
export type Level = z.infer<typeof levelSchema>;

export const skillSchema = z.strictObject({ station: id, level: levelSchema });

/** What the planner knows of a person. The dates say from when on they are of that age; nothing says when they were born. */
export const planningFields = {
  /** In the order of their stations, like the lists below. */
  skills: z.optional(list(skillSchema, stationLimit)),
  likes: z.optional(list(id, stationLimit)),
  dislikes: z.optional(list(id, stationLimit)),
  turns16On: z.optional(date),
  turns18On: z.optional(date),
};
const planned = z.strictObject(planningFields);
export type PersonPlanning = SchemaValue<typeof planned>;

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

export function parseStation(station: Station): Outcome<Station> {
  const name = parseName(station.name, 'name', 'name-missing');
  if (!name.ok) return name;
  const subarea = parseName(station.subarea, 'subarea');
  if (!subarea.ok) return subarea;
  return done({
    id: station.id,
    name: name.value,
    subarea: subarea.value,
    equipment: equipmentKinds.filter((each) => station.equipment.includes(each)),
    classes: toughClasses.filter((each) => station.classes.includes(each)),
  });
}

const fold = (key: string): string => key.trim().replace(/\s+/g, ' ').toLowerCase();

/** With a station that is new, or in place of the one with its id. */
export function withStation(stations: readonly Station[], put: Station): Outcome<readonly Station[]> {
  const parsed = parseStation(put);
  if (!parsed.ok) return parsed;
  const station = parsed.value;
  const others = stations.filter(({ id }) => id !== station.id);
  if (others.length >= stationLimit) return refuse('too-many', { details: { max: stationLimit } });
  const key = fold(keyOfStation(station));
  if (others.some((each) => fold(keyOfStation(each)) === key))
    return refuse('station-exists', { field: 'name' });
  return done([...others, station].sort((one, other) => compareText(one.id, other.id)));
}

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

const isKnown = (stations: ReadonlySet<string>) => (station: string) => stations.has(station);

/** As it is stored: each station once, in one order, and no field that says nothing. Not checked: whether there are such stations. */
export function parsePlanning({
  skills = [],
  likes = [],
  dislikes = [],
  turns16On,
  turns18On,
}: PersonPlanning): PersonPlanning {
  const levels = [...new Map(skills.map((each) => [each.station, each])).values()]
    .map(({ station, level }) => ({ station, level }))
    .sort((one, other) => compareText(one.station, other.station))
    .slice(0, stationLimit);
  const liked = stationsOf(likes);
  const disliked = stationsOf(dislikes.filter((each) => !liked.includes(each)));
  const isInOrder = turns16On === undefined || turns18On === undefined || turns16On < turns18On;
  return {
    ...(levels.length > 0 && { skills: levels }),
    ...(liked.length > 0 && { likes: liked }),
    ...(disliked.length > 0 && { dislikes: disliked }),
    ...(turns16On !== undefined && { turns16On }),
    ...(turns18On !== undefined && isInOrder && { turns18On }),
  };
}

const stationsOf = (ids: readonly string[]): readonly string[] =>
  [...new Set(ids)].sort(compareText).slice(0, stationLimit);

/** Without what is said of stations that there aren't. */
export function withKnownStations<Planned extends PersonPlanning>(
  person: Planned,
  stations: ReadonlySet<string>,
): Planned {
  const { skills, likes, dislikes, ...rest } = person;
  const known = isKnown(stations);
  return {
    ...rest,
    ...parsePlanning({
      skills: skills?.filter(({ station }) => known(station)),
      likes: likes?.filter(known),
      dislikes: dislikes?.filter(known),
    }),
  } as Planned;
}
