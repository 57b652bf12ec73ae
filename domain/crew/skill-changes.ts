import * as z from 'zod/mini';
import { crewChange, type Steps } from '../change/define-change.ts';
import { date, id, list } from '../change/fields.ts';
import { byId, grouped } from '../list/list.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { isIsoDate } from '../time/date.ts';
import { type Crew, type Person, skillsIn } from './crew.ts';
import { editRecord, recordOf } from './person-records.ts';
import { feelingIn, feelings, keyOfStation, levelIn, stationFinder, stationLimit } from './station.ts';
import {
  levelSchema,
  type PersonPlanning,
  parsePlanning,
  type Station,
  skillLimit,
  stationSchema,
  withKnownStations,
  withStation,
} from './station-schema.ts';

/** What one change can set: a crew of 250 at 20 stations. */
export const skillRowLimit = 5_000;

const skillRow = z.strictObject({ person: id, station: id, level: z.nullable(levelSchema) });
const likeRow = z.strictObject({ person: id, station: id, feeling: z.nullable(z.enum(feelings)) });
export type SkillRow = z.infer<typeof skillRow>;
export type LikeRow = z.infer<typeof likeRow>;

function withLevel(person: Person, { station, level }: SkillRow): Person {
  const others = (person.skills ?? []).filter((each) => each.station !== station);
  return { ...person, skills: level === null ? others : [...others, { station, level }] };
}

function withFeeling(person: Person, { station, feeling }: LikeRow): Person {
  const others = (ids: readonly string[] = []) => ids.filter((each) => each !== station);
  const [likes, dislikes] = [others(person.likes), others(person.dislikes)];
  return {
    ...person,
    likes: feeling === 'likes' ? [...likes, station] : likes,
    dislikes: feeling === 'dislikes' ? [...dislikes, station] : dislikes,
  };
}

interface Rows<Row> {
  readonly stations: readonly Station[];
  readonly rows: readonly Row[];
}

/** Of stations only those that aren't there yet are made. Rows about people and stations that aren't there have no effect. */
function withRows<Row extends { readonly person: string; readonly station: string }>(
  crew: Crew,
  { stations, rows }: Rows<Row>,
  withRow: (person: Person, row: Row) => Person,
): Outcome<Crew> {
  const made = withNewStations(crew, stations);
  if (!made.ok) return made;
  const known = new Set(made.value.map(({ id }) => id));
  const byPerson = grouped(rows, ({ person, station }) => (known.has(station) ? person : undefined));
  const edited = <Each extends Person>(each: Each): Each => {
    const own = byPerson.get(each.id);
    if (!own) return each;
    const last = [...new Map(own.map((row) => [row.station, row])).values()];
    const { skills: _, likes: __, dislikes: ___, ...rest } = each;
    return { ...rest, ...parsePlanning(last.reduce(withRow, each)) } as unknown as Each;
  };
  const next = {
    ...crew,
    people: crew.people.map(edited),
    merged: crew.merged.map(edited),
    ...(made.value.length > 0 && { stations: made.value }),
  };
  const count = skillsIn(next);
  return count > skillLimit && count > skillsIn(crew)
    ? refuse('too-many', { details: { max: skillLimit } })
    : done(next);
}

function withNewStations(
  { stations: known = [] }: Crew,
  stations: readonly Station[],
): Outcome<readonly Station[]> {
  const find = stationFinder(known);
  let next = known;
  for (const station of stations) {
    if (find(station.id) || find(keyOfStation(station))) continue;
    const made = withStation(next, station);
    if (!made.ok) return made;
    next = made.value;
  }
  return done(next);
}

const everyone = (crew: Crew): readonly Person[] => [...crew.people, ...crew.merged];

/** What takes back changes of levels and likes: the rows that they changed, as they were, and the stations that they made. */
function rowsBefore(before: Crew, after: Crew): Steps {
  const afterwards = new Map(everyone(after).map((each) => [each.id, each]));
  const skills: SkillRow[] = [];
  const likes: LikeRow[] = [];
  for (const was of everyone(before)) {
    const is = afterwards.get(was.id);
    if (!is || is === was) continue;
    for (const station of stationsNamed(was, is)) {
      const [level, feeling] = [levelIn(was, station), feelingIn(was, station)];
      if (level !== levelIn(is, station)) skills.push({ person: was.id, station, level });
      if (feeling !== feelingIn(is, station)) likes.push({ person: was.id, station, feeling });
    }
  }
  const known = new Set(before.stations?.map(({ id }) => id));
  const made = (after.stations ?? []).filter(({ id }) => !known.has(id));
  return [
    ...(skills.length > 0 ? [{ type: 'person.skills' as const, skills }] : []),
    ...(likes.length > 0 ? [{ type: 'person.likes' as const, likes }] : []),
    ...made.map(({ id: station }) => ({ type: 'station.delete' as const, station })),
  ];
}

const stationsNamed = (...people: readonly PersonPlanning[]): ReadonlySet<string> =>
  new Set(
    people.flatMap(({ skills = [], likes = [], dislikes = [] }) => [
      ...skills.map(({ station }) => station),
      ...likes,
      ...dislikes,
    ]),
  );

const newStations = z.optional(list(stationSchema, stationLimit));
const dateOrNull = z.optional(z.nullable(date));

export const skillChanges = {
  /** A new station, or one as it is from now on. */
  'station.put': crewChange({
    fields: { station: stationSchema },
    apply: (crew, { station }) => {
      const stations = withStation(crew.stations ?? [], station);
      return stations.ok ? done({ ...crew, stations: stations.value }) : stations;
    },
    inverse: (before, { station }): Steps => {
      const was = byId(before.stations ?? [], station.id);
      return [was ? { type: 'station.put', station: was } : { type: 'station.delete', station: station.id }];
    },
  }),
  /** With what is said of people there. */
  'station.delete': crewChange({
    fields: { station: id },
    apply: (crew, { station }) => {
      const { stations = [], ...rest } = crew;
      const left = stations.filter((each) => each.id !== station);
      if (left.length === stations.length) return done(crew);
      const known = new Set(left.map((each) => each.id));
      const without = <Each extends Person>(each: Each): Each =>
        stationsNamed(each).has(station) ? withKnownStations(each, known) : each;
      return done({
        ...rest,
        people: crew.people.map(without),
        merged: crew.merged.map(without),
        ...(left.length > 0 && { stations: left }),
      });
    },
    inverse: (before, { station: deleted }, after): Steps => {
      const station = byId(before.stations ?? [], deleted);
      return station ? [{ type: 'station.put', station }, ...rowsBefore(before, after)] : [];
    },
  }),
  /** `stations`: to be made with it, where they aren't there yet. */
  'person.skills': crewChange({
    fields: { skills: list(skillRow, skillRowLimit), stations: newStations },
    apply: (crew, { skills, stations = [] }) => withRows(crew, { stations, rows: skills }, withLevel),
    inverse: (before, _, after): Steps => rowsBefore(before, after),
  }),
  'person.likes': crewChange({
    fields: { likes: list(likeRow, skillRowLimit), stations: newStations },
    apply: (crew, { likes, stations = [] }) => withRows(crew, { stations, rows: likes }, withFeeling),
    inverse: (before, _, after): Steps => rowsBefore(before, after),
  }),
  /** From when on they are 16 and 18; null where nobody needs to know. */
  'person.ages': crewChange({
    fields: { person: id, turns16On: dateOrNull, turns18On: dateOrNull },
    apply: (crew, { person, turns16On, turns18On }) => {
      for (const [field, typed] of Object.entries({ turns16On, turns18On })) {
        if (typed && !isIsoDate(typed)) return refuse('date-missing', { field });
      }
      const was = recordOf(crew, person);
      const at16 = turns16On === undefined ? was?.turns16On : (turns16On ?? undefined);
      const at18 = turns18On === undefined ? was?.turns18On : (turns18On ?? undefined);
      if (at16 !== undefined && at18 !== undefined && at16 >= at18)
        return refuse('ages-swapped', { field: 'turns18On' });
      return editRecord(crew, person, ({ turns16On: _, turns18On: __, ...rest }) => ({
        ...rest,
        ...(at16 && { turns16On: at16 }),
        ...(at18 && { turns18On: at18 }),
      }));
    },
    inverse: (before, { person }, after): Steps | null => {
      const [was, is] = [recordOf(before, person), recordOf(after, person)];
      if (!was || !is) return null;
      const fields = {
        ...(was.turns16On !== is.turns16On && { turns16On: was.turns16On ?? null }),
        ...(was.turns18On !== is.turns18On && { turns18On: was.turns18On ?? null }),
      };
      return [{ type: 'person.ages', person, ...fields }];
    },
  }),
};
