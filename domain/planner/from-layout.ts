import { headcountOf } from '../day/headcount.ts';
import type { LawRow } from '../day/law-row.ts';
import type { Layout } from '../day/layout.ts';
import type { Shift } from '../day/shift.ts';
import { certainSpan, outMinute } from '../day/who-is-there.ts';
import { dutiesFor } from '../plan/charts.ts';
import { type Position, positionsOf, type Rotation, type Subarea } from '../plan/rotation.ts';
import { stationKey } from '../plan/station-key.ts';
import { type ClockTime, spanOf } from '../time/clock-time.ts';
import type { Planning } from './day-file.ts';
import type {
  PlannerDay,
  PlannerPosition,
  PlannerRotation,
  PlannerShift,
  SkillLevel,
} from './planner-day.ts';

const defaultPriority = 'should';

/** The day as the planner sees it. `personOf` is the key in `people` of who has a shift; `laws` are the rows in force. */
export function plannerDay(
  layout: Layout,
  planning: Planning,
  {
    personOf = ({ teamMember }) => teamMember,
    laws,
  }: { personOf?: (shift: Shift) => string; laws: readonly LawRow[] },
): PlannerDay {
  const { dayStart } = layout;
  const { settings } = planning;
  const rotations = layout.rotations.map((rotation) => plannerRotation(layout, rotation, planning));
  return {
    shifts: layout.shifts.flatMap((shift) => plannerShift(shift, dayStart, planning, personOf(shift)) ?? []),
    rotations: rotations.sort((one, other) => one.start - other.start || one.end - other.end),
    settings: {
      variety: settings.variety,
      classCap: settings.classCap,
      minSeat: settings.minSeat,
      rush: settings.rush.map((range) => spanOf(range, dayStart)),
      outCap: new Map(Object.entries(settings.outCap)),
      edge: settings.edge,
      gap: settings.gap,
      breakMinMinutes: layout.breakMinMinutes,
      breakTimerMinutes: layout.breakTimerMinutes,
      laws,
    },
    locks: planning.locks,
    seated: layout.rotations.flatMap((rotation) =>
      positionsOf(rotation).flatMap((position) =>
        position.seats.map((shift) => ({ rotation: rotation.id, position: position.id, shift })),
      ),
    ),
    average: new Map(Object.entries(planning.previous)),
  };
}

function plannerShift(
  shift: Shift,
  dayStart: ClockTime,
  { people }: Planning,
  person: string,
): PlannerShift | null {
  const span = certainSpan(shift, dayStart);
  if (!span) return null;
  const known = ownValue(people, person);
  const outFrom = outMinute(shift, dayStart);
  return {
    id: shift.id,
    name: shift.teamMember,
    label: shift.schedule,
    ...span,
    ...(outFrom !== null && { outFrom }),
    age: known?.age ?? null,
    skills: new Map<string, SkillLevel>(Object.entries(known?.skills ?? {})),
    likes: new Set(known?.likes),
    dislikes: new Set(known?.dislikes),
    past: new Map(Object.entries(known?.past ?? {})),
  };
}

function plannerRotation(layout: Layout, rotation: Rotation, planning: Planning): PlannerRotation {
  const people = headcountOf(layout, rotation, planning.settings.minSeat);
  const duties = dutiesFor(rotation, people);
  const positions = rotation.subareas.flatMap((subarea) =>
    subarea.positions.map((position) => plannerPosition(subarea, position, planning)),
  );
  return {
    id: rotation.id,
    name: rotation.name,
    ...spanOf(rotation, layout.dayStart),
    people,
    seats: positions.filter(({ id: position }) => duties.get(position)?.kind === 'seat'),
    covered: positions.flatMap((position) => {
      const duty = duties.get(position.id);
      return duty?.kind === 'covered' ? [{ position, by: duty.by }] : [];
    }),
  };
}

function plannerPosition(subarea: Subarea, position: Position, planning: Planning): PlannerPosition {
  const told = ownValue(planning.positions, position.id);
  const station = position.breaker ? null : (told?.station ?? stationKey(subarea.name, position.name));
  const known = station === null ? undefined : ownValue(planning.stations, station);
  return {
    id: position.id,
    name: position.name,
    subarea: subarea.id,
    area: subarea.name,
    station,
    priority: told?.priority ?? position.priority ?? defaultPriority,
    equipment: known?.tags ?? [],
    classes: known?.classes ?? [],
  };
}

/** Not what every object has: somebody can be called 'constructor'. */
const ownValue = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.getOwnPropertyDescriptor(record, key)?.value;
