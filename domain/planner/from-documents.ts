import type { Crew } from '../crew/crew.ts';
import type { Layout } from '../day/layout.ts';
import { locksInForce } from '../day/locks.ts';
import type { Team } from '../team/team.ts';
import { crewPlanning, personOfShift, type ToughMinutes } from './crew-planning.ts';
import type { Planning } from './day-file.ts';
import { plannerDay } from './from-layout.ts';
import type { PlannerDay, SkillLevel } from './planner-day.ts';

/** In minutes: how long somebody is in a tough class a day at no cost, and the least that somebody sits in a rotation. */
const [classCap, minSeat] = [240, 30];
/** In minutes: how far meals are from the ends of a shift, and breaks from each other. */
const [edge, gap] = [60, 45];
/** Of everybody, until somebody says who can do what. */
const can: SkillLevel = 2;

export interface PlannedDocuments {
  readonly layout: Layout;
  readonly crew: Crew;
  readonly team: Pick<Team, 'planning'>;
  /** Of the last 14 days; nothing as long as it isn't known. */
  readonly tough: ToughMinutes;
}

export const noToughMinutes: ToughMinutes = { past: new Map(), previous: {} };

/** The day as the planner sees it. `isUnskilled`: nobody has a skill yet, so that everybody counts as able to do everything. */
export function dayFromDocuments({ layout, crew, team, tough }: PlannedDocuments): {
  readonly day: PlannerDay;
  readonly isUnskilled: boolean;
} {
  const known = crewPlanning(layout, crew, tough);
  const isUnskilled = [...crew.people, ...crew.merged].every(({ skills = [] }) => skills.length === 0);
  const personOf = personOfShift(crew);
  const { variety = 'rotate', rush = [], outCap = {} } = team.planning ?? {};
  const planning: Planning = {
    ...known,
    people: isUnskilled ? ableToAll(known, layout.shifts.map(personOf)) : known.people,
    locks: locksInForce(layout),
    settings: { variety, classCap, minSeat, rush, outCap, edge, gap },
  };
  return { day: plannerDay(layout, planning, { personOf, laws: layout.laws ?? [] }), isUnskilled };
}

function ableToAll(
  { people, positions }: Pick<Planning, 'people' | 'positions'>,
  everybody: readonly string[],
): Planning['people'] {
  const stations = new Set(Object.values(positions).flatMap(({ station }) => station ?? []));
  const skills = Object.fromEntries([...stations].map((station) => [station, can]));
  const unknown = { age: null, likes: [], dislikes: [], past: {} };
  const known = new Map(Object.entries(people));
  return Object.fromEntries(
    [...new Set(everybody)].map((person) => [person, { ...(known.get(person) ?? unknown), skills }]),
  );
}
