import { dutiesFor } from '../../../domain/plan/charts.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { type BreakProblem, owedBreaks } from '../../../domain/planner/owed-breaks.ts';
import type { PlannerDay, PlannerShift, SeatPlan } from '../../../domain/planner/planner-day.ts';
import {
  type LockFault,
  type OpenCause,
  type PlanProblem,
  problemsIn,
} from '../../../domain/planner/reasons.ts';
import { type YoungProblem, youngHours } from '../../../domain/planner/young-hours.ts';
import type { IsoDate } from '../../../domain/time/date.ts';

/** A sentence for each thing that cannot be. */
export function sentencesOf(
  day: PlannerDay,
  plan: SeatPlan,
  { date, jurisdiction }: { date: IsoDate; jurisdiction: string | undefined },
): readonly string[] {
  return [
    ...problemsIn(day, plan).map((problem) => sentenceOf(day, problem)),
    ...breakSentences(day),
    ...youngHours(day, date, jurisdiction).map(({ shift, why }) => `${named(shift)} ${youngReasons[why]}.`),
  ];
}

/** What a chart has covered by nothing in the end is a seat. */
export const chartSentences = (rotations: readonly Rotation[]): readonly string[] =>
  rotations.flatMap((rotation) =>
    (rotation.charts ?? []).flatMap(({ people, coveredBy }) => {
      const duties = dutiesFor({ ...rotation, charts: [{ people, coveredBy }] }, people);
      const covers = new Map(Object.entries(coveredBy));
      const seats = rotation.subareas.flatMap((subarea) =>
        subarea.positions
          .filter(({ id }) => covers.has(id) && duties.get(id)?.kind === 'seat')
          .map(({ id, name }) => `${subarea.name}/${name} (${id})`),
      );
      return seats.length > 0
        ? [
            `The chart of ${rotation.name} for ${people} can’t be: nobody covers ${list.format(seats)} in the end. Planned as seats.`,
          ]
        : [];
    }),
  );

const youngReasons: Readonly<Record<YoungProblem['why'], string>> = {
  early: 'is under 16, and may not work before 7:00 AM in the US',
  late: 'is under 16, and may work in the US until 7:00 PM, June 1 to Labor Day until 9:00 PM',
  long: 'is under 16, and may work in the US for 8 hours a day (on school days 3, which isn’t checked)',
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const named = ({ name, id }: PlannerShift): string => `${name} (${id})`;

function sentenceOf(day: PlannerDay, problem: PlanProblem): string {
  const rotationOf = (id: string) => day.rotations.find((rotation) => rotation.id === id)?.name ?? id;
  const positionsOf = (rotation: string) => {
    const known = day.rotations.find(({ id }) => id === rotation)?.seats ?? [];
    return (id: string) => {
      const position = known.find((each) => each.id === id);
      return position ? `${position.area}/${position.name} (${id})` : id;
    };
  };
  switch (problem.kind) {
    case 'nobody-skilled':
      return 'Nobody is trained for anything.';
    case 'too-many-people':
      return `${rotationOf(problem.rotation)} has ${problem.people} people, more than can be planned: only what is locked there has somebody.`;
    case 'same-name':
      return `${problem.name} has several shifts at once (${problem.shifts.join(', ')}): they are planned as different people.`;
    case 'overlapping':
      return `${list.format(problem.rotations.map(rotationOf))} are at the same time: nobody is planned in both at once.`;
    case 'open': {
      const positions = problem.positions.map(positionsOf(problem.rotation));
      return `Open for some or all of ${rotationOf(problem.rotation)}: ${list.format(positions)}. ${causes[problem.cause]}`;
    }
    case 'lock': {
      const { shift, rotation, position } = problem.lock;
      const known = day.shifts.find(({ id }) => id === shift);
      const who = known ? named(known) : shift;
      return `The lock of ${who} on ${positionsOf(rotation)(position)} in ${rotationOf(rotation)} ${faults[problem.fault]}.`;
    }
  }
}

const causes: Readonly<Record<OpenCause, string>> = {
  'nobody-there': 'Nobody is there for long enough.',
  'nobody-trained': 'Nobody there is trained for it.',
  'all-minors': 'All who are trained for it are too young for its equipment.',
  'only-trainees': 'Only people in training are there, and nobody to learn from.',
  'short-handed': 'All who could are on other positions.',
  'no-fit': 'Who is free fits beside nobody there, or is of more use elsewhere.',
  'too-many-people': 'There are more people than can be planned.',
};

const faults: Readonly<Record<LockFault, string>> = {
  'no-seat': 'can’t hold: that is no position of it with so many people',
  nobody: 'can’t hold: nobody who can be counted on has that shift',
  'too-short': 'can’t hold: they are there for too short a time',
  taken: 'can’t hold: a lock before it contradicts it',
  untrained: 'holds, but they aren’t trained for it',
  'too-young': 'holds, but they are too young for its equipment',
};

function breakSentences({ shifts, settings }: PlannerDay): string[] {
  return shifts.flatMap((shift) =>
    owedBreaks(shift, settings).problems.map(
      ({ row, why }) => `${named(shift)}: the break${row === null ? '' : ` ${row}`} ${reasons[why]}.`,
    ),
  );
}

const reasons: Readonly<Record<BreakProblem['why'], string>> = {
  law: 'starts outside of the hours that the law gives it, which can’t be kept',
  gap: 'is closer to another one than it should be, since there is no room',
  room: 'isn’t planned, since the shift has no room for it',
};
