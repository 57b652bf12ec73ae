// A store of 45 people whose day can be planned: their skills, charts of its rotations, breaks by law, rush hours.
import { readFileSync } from 'node:fs';
import type { Crew } from '../../domain/crew/crew.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import type { Station } from '../../domain/crew/station-schema.ts';
import type { Chart } from '../../domain/plan/charts.ts';
import { positionsOf, type Rotation } from '../../domain/plan/rotation.ts';
import { lawsOn } from '../../domain/planner/laws/laws.ts';
import type { DayFile } from '../planner/days.ts';
import { change, createLayout, createTeam, createTemplate, read, type Sender } from '../team-requests.ts';

export const day45 = (): DayFile =>
  JSON.parse(readFileSync(new URL('../planner/day-45.json', import.meta.url), 'utf8'));

/** The positions that a short crew does without, the first one first, and who covers them. */
const spared: readonly (readonly [name: string, by: string | null])[] = [
  ['Host', null],
  ['Order Runner', 'Expo'],
  ['Float', null],
  ['Drinks', 'Register 2'],
  ['Prep', null],
  ['Bagger 2', 'Bagger 1'],
  ['Dining Room', null],
  ['Order Taker 2', 'Order Taker 1'],
  ['Fryer 2', 'Fryer 1'],
  ['Runner', 'Bagger 1'],
  ['Grill 2', 'Grill 1'],
  ['Dishes', null],
];

/** Its rotations with a chart for each number of people that leaves some of them out. */
function withCharts(rotation: Rotation, priorities: DayFile['planner']['positions']): Rotation {
  const positions = positionsOf(rotation);
  const idOf = (name: string | null) => positions.find((each) => each.name === name)?.id ?? null;
  const charts = spared.map((_, index): Chart => {
    const gone = spared.slice(0, index + 1).flatMap(([name, by]) => {
      const id = idOf(name);
      return id === null ? [] : [[id, idOf(by)] as const];
    });
    return { people: positions.length - gone.length, coveredBy: Object.fromEntries(gone) };
  });
  return {
    ...rotation,
    charts: charts.sort((one, other) => one.people - other.people),
    subareas: rotation.subareas.map((subarea) => ({
      ...subarea,
      positions: subarea.positions.map((position) => ({
        ...position,
        seats: [],
        ...(priorities[position.id]?.priority && { priority: priorities[position.id]?.priority }),
      })),
    })),
  };
}

/** Its team and the layout of a day, with nobody on a position yet. */
export async function plannedStore(sender: Sender, date: string): Promise<{ team: string; layout: string }> {
  const { layout: stored, planner } = day45();
  const { team } = await createTeam(sender, { breakTimerMinutes: 10, breakMinMinutes: 240 });
  const rotations = stored.rotations.map((rotation) => withCharts(rotation, planner.positions));
  const { variety, rush, outCap } = planner.settings;
  const planning = {
    jurisdiction: 'CA',
    variety,
    rush: rush.map((each) => ({ ...each, isRush: true })),
  } as const;
  await change(sender, team, team, { type: 'team.planning', ...planning, outCap });
  await createTemplate(sender, team, { rotations });
  const { shifts } = stored;
  const layout = await createLayout(sender, team, { date, shifts, rotations, laws: lawsOn('CA', date) });
  const crew = await read<Crew>(sender, team, crewDocument);
  const idOf = new Map(crew.people.map(({ id, name }) => [name, id]));
  const stations = Object.entries(planner.stations).map(([key, { tags, classes }]): Station => {
    const [subarea = '', name = ''] = key.split('/');
    return { id: key, name, subarea, equipment: tags, classes } as Station;
  });
  const skills = Object.entries(planner.people).flatMap(([name, { skills: levels }]) =>
    Object.entries(levels).map(([station, level]) => ({ person: idOf.get(name) ?? name, station, level })),
  );
  await change(sender, team, crewDocument, { type: 'person.skills', skills, stations });
  return { team, layout };
}
