import type { Crew } from './crew.ts';
import { personOfCrew } from './crew-index.ts';
import { planningOf } from './person-planning.ts';
import { keyOfStation, stationFinder, stationId } from './station.ts';
import type { Level, Station } from './station-schema.ts';

/** In minutes of the last days: who was at a station so long can do it, or is best at it. */
export const canAfter = 120;
export const bestAfter = 1_200;

export interface SuggestedSkill {
  readonly person: string;
  readonly station: Station;
  readonly level: Level;
  readonly minutes: number;
}

interface WorkedAt {
  readonly person: string;
  readonly subarea: string;
  readonly name: string;
  readonly station?: string | undefined;
  readonly minutes: number;
}

/** The station of a place: its record, else the one that the first level there will make. */
export const stationAt = (
  find: ReturnType<typeof stationFinder>,
  { station, subarea, name }: Pick<WorkedAt, 'station' | 'subarea' | 'name'>,
): Station => {
  const key = keyOfStation({ subarea, name });
  const known = (station !== undefined && find(station)) || find(key);
  return known || { id: stationId(key), name, subarea, equipment: [], classes: [] };
};

/** What people of the crew did and have no level for yet, those at work. What somebody said before stays. */
export function suggestSkills(crew: Crew, worked: Iterable<WorkedAt>): readonly SuggestedSkill[] {
  const find = stationFinder(crew.stations ?? []);
  const personOf = personOfCrew(crew);
  const active = new Set(crew.people.filter((each) => each.active).map(({ id }) => id));
  const sums = new Map<string, { person: string; station: Station; minutes: number }>();
  for (const row of worked) {
    const person = personOf(row.person);
    if (!active.has(person)) continue;
    const station = stationAt(find, row);
    const key = JSON.stringify([person, station.id]);
    const minutes = (sums.get(key)?.minutes ?? 0) + row.minutes;
    sums.set(key, { person, station, minutes });
  }
  return [...sums.values()].flatMap((sum): readonly SuggestedSkill[] => {
    if (sum.minutes < canAfter || planningOf(crew, sum.person).skills.has(sum.station.id)) return [];
    return [{ ...sum, level: sum.minutes < bestAfter ? 2 : 3 }];
  });
}
