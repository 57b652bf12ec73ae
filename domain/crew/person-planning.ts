import type { IsoDate } from '../time/date.ts';
import type { Crew } from './crew.ts';
import { crewIndex } from './crew-index.ts';
import type { LikeRow, SkillRow } from './skill-changes.ts';
import { type Feeling, feelingIn, levelIn } from './station.ts';
import type { Level } from './station-schema.ts';

/** What is known of somebody for planning, with those who were merged into them. */
export interface KnownPlanning {
  /** By the ids of stations. */
  readonly skills: ReadonlyMap<string, Level>;
  readonly likes: ReadonlySet<string>;
  readonly dislikes: ReadonlySet<string>;
  readonly turns16On: IsoDate | null;
  readonly turns18On: IsoDate | null;
}

/** What the person's own record says counts, then what those of the merged ones say. */
export function planningOf(crew: Crew, person: string): KnownPlanning {
  const records = crewIndex(crew).recordsOf(person);
  const skills = new Map<string, Level>();
  const [likes, dislikes] = [new Set<string>(), new Set<string>()];
  for (const each of records) {
    for (const { station, level } of each.skills ?? []) {
      if (!skills.has(station)) skills.set(station, level);
    }
    for (const station of each.likes ?? []) if (!dislikes.has(station)) likes.add(station);
    for (const station of each.dislikes ?? []) if (!likes.has(station)) dislikes.add(station);
  }
  const first = (dates: readonly (IsoDate | undefined)[]) => dates.find(Boolean) ?? null;
  return {
    skills,
    likes,
    dislikes,
    turns16On: first(records.map((each) => each.turns16On)),
    turns18On: first(records.map((each) => each.turns18On)),
  };
}

/**
 * The rows that give somebody a level at a station. The records of those who were merged into them say nothing about it from then on.
 */
export const skillRows = (
  crew: Crew,
  person: string,
  station: string,
  level: Level | null,
): readonly SkillRow[] =>
  crewIndex(crew)
    .recordsOf(person)
    .map((each, index) => ({ each, row: { person: each.id, station, level: index === 0 ? level : null } }))
    .filter(({ each, row }) => levelIn(each, station) !== row.level)
    .map(({ row }) => row);

/** The same for what they like. */
export const likeRows = (
  crew: Crew,
  person: string,
  station: string,
  feeling: Feeling | null,
): readonly LikeRow[] =>
  crewIndex(crew)
    .recordsOf(person)
    .map((each, index) => ({
      each,
      row: { person: each.id, station, feeling: index === 0 ? feeling : null },
    }))
    .filter(({ each, row }) => feelingIn(each, station) !== row.feeling)
    .map(({ row }) => row);

/** The age that counts on a date: 15 for anybody under 16, 17 for anybody under 18; null where nobody said that they are a minor. */
export function ageOn(
  { turns16On, turns18On }: Pick<KnownPlanning, 'turns16On' | 'turns18On'>,
  date: IsoDate,
): 15 | 17 | null {
  if (turns16On !== null && date < turns16On) return 15;
  const adult = turns18On ?? (turns16On && yearsAfter(turns16On, 2));
  return adult !== null && date < adult ? 17 : null;
}

/** Who is born on February 29 counts as one year older on March 1. */
export function yearsAfter(date: IsoDate, years: number): IsoDate {
  const [year = '', month = '', day = ''] = date.split('-');
  const isLeapDay = month === '02' && day === '29' && years % 4 !== 0;
  return `${String(Number(year) + years).padStart(4, '0')}-${isLeapDay ? '03-01' : `${month}-${day}`}`;
}
