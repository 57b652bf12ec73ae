import type { Crew } from '../crew/crew.ts';
import { personOfCrew } from '../crew/crew-index.ts';
import { ageOn, planningOf } from '../crew/person-planning.ts';
import { keyOfStation, stationFinder } from '../crew/station.ts';
import type { Layout } from '../day/layout.ts';
import type { Shift } from '../day/shift.ts';
import type { Worked } from '../day/worked.ts';
import { stationOf } from '../plan/station-key.ts';
import type { Planning } from './day-file.ts';
import type { ToughClass } from './planner-day.ts';

/** What people did on a day, as the server tells it. */
export interface WorkedDay {
  readonly date: string;
  readonly worked: readonly Worked[];
}

type Minutes = Readonly<Record<ToughClass, number>>;

export interface ToughMinutes {
  /** By person, then by class; everybody who worked in these days is in it. */
  readonly past: ReadonlyMap<string, Minutes>;
  /** The average of those people by class, in whole minutes. */
  readonly previous: Minutes;
}

/** How many minutes people were outdoors, at the dishes or in the heat. Those who were merged count as one. */
export function toughMinutes(crew: Crew, days: readonly WorkedDay[]): ToughMinutes {
  const find = stationFinder(crew.stations ?? []);
  const personOf = personOfCrew(crew);
  const past = new Map<string, Map<ToughClass, number>>();
  const sums = new Map<ToughClass, number>();
  for (const { worked } of days) {
    for (const { person: id, minutes, ...at } of worked) {
      const person = personOf(id);
      const own = past.get(person) ?? new Map<ToughClass, number>();
      past.set(person, own);
      for (const tough of find(at.station ?? keyOfStation(at))?.classes ?? []) {
        own.set(tough, (own.get(tough) ?? 0) + minutes);
        sums.set(tough, (sums.get(tough) ?? 0) + minutes);
      }
    }
  }
  const average = [...sums].map(([tough, sum]) => [tough, Math.trunc(sum / past.size)] as const);
  return {
    past: new Map([...past].map(([person, own]) => [person, Object.fromEntries(own)])),
    previous: Object.fromEntries(average),
  };
}

/** The key in `people` of who has a shift. */
export const personOfShift =
  (crew: Crew) =>
  ({ id, person }: Shift): string =>
    person === undefined ? id : personOfCrew(crew)(person);

/** What the crew knows of the people of a day, its stations and positions, in the shape of a planner's file. */
export function crewPlanning(
  layout: Layout,
  crew: Crew,
  { past, previous }: ToughMinutes,
): Pick<Planning, 'people' | 'stations' | 'positions' | 'previous'> {
  const stations = crew.stations ?? [];
  const find = stationFinder(stations);
  const keys = new Map(stations.map((station) => [station.id, keyOfStation(station)]));
  const known = (ids: Iterable<string>) => [...ids].flatMap((id) => keys.get(id) ?? []);
  const here = new Set(layout.shifts.flatMap(({ person }) => (person ? personOfCrew(crew)(person) : [])));
  const people = [...here].map((person) => {
    const planning = planningOf(crew, person);
    const skills = [...planning.skills].flatMap(([id, level]) => {
      const key = keys.get(id);
      return key === undefined ? [] : [[key, level] as const];
    });
    return [
      person,
      {
        age: ageOn(planning, layout.date),
        skills: Object.fromEntries(skills),
        likes: known(planning.likes),
        dislikes: known(planning.dislikes),
        past: past.get(person) ?? {},
      },
    ] as const;
  });
  const positions = layout.rotations.flatMap(({ subareas }) =>
    subareas.flatMap((subarea) =>
      subarea.positions.map((position) => {
        const named = stationOf(subarea, position);
        const station = named === null ? null : (find(named) ?? named);
        const key = station !== null && typeof station === 'object' ? keyOfStation(station) : station;
        return [position.id, { station: key }] as const;
      }),
    ),
  );
  return {
    people: Object.fromEntries(people),
    stations: Object.fromEntries(
      stations.map((each) => [keyOfStation(each), { tags: each.equipment, classes: each.classes }]),
    ),
    positions: Object.fromEntries(positions),
    previous,
  };
}
