import type { Crew } from '../crew/crew.ts';
import { personOfCrew } from '../crew/crew-index.ts';
import { ageOn, planningOf } from '../crew/person-planning.ts';
import { stationFinder } from '../crew/station.ts';
import type { MayTake } from '../day/reliever.ts';
import { stationOf } from '../plan/station-key.ts';
import type { IsoDate } from '../time/date.ts';
import { isBarred } from './fit.ts';

/** In training is too little to be alone at a station. */
const leastLevel = 2;

/** What the crew says of who may take a position on a day; null where it says nothing of anybody. */
export function mayTakeBy(crew: Crew, date: IsoDate): MayTake | null {
  const { stations = [] } = crew;
  if (stations.length === 0) return null;
  const find = stationFinder(stations);
  const personOf = personOfCrew(crew);
  return (shift, { subarea, position }) => {
    const key = stationOf(subarea, position);
    const station = key === null ? undefined : find(key);
    const person = shift.person === undefined ? null : personOf(shift.person);
    if (!station || !person) return false;
    const planning = planningOf(crew, person);
    const isTrained = (planning.skills.get(station.id) ?? 0) >= leastLevel;
    return isTrained && !isBarred({ age: ageOn(planning, date) }, station);
  };
}
