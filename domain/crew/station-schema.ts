import * as z from 'zod/mini';
import { date, id, list, name, type SchemaValue } from '../change/fields.ts';
import { compareText } from '../list/list.ts';
import { parseName } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { equipmentKinds, fold, keyOfStation, stationLimit, toughClasses } from './station.ts';

/** Levels of all people of a crew together. */
export const skillLimit = 20_000;

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
