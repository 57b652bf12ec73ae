import type { Notes } from '../notes/notes.ts';
import { mapSeats } from '../plan/plan.ts';
import type { NewId } from '../plan/plan-copy.ts';
import type { Rotation } from '../plan/rotation.ts';
import { starterTemplate } from '../team/starter-sets.ts';
import type { Template } from '../team/template.ts';
import { overlaps } from '../time/clock-time.ts';
import type { IsoDate } from '../time/date.ts';
import { breakCount, fitBreaks } from './break.ts';
import { type DaySettings, type Layout, layTemplate } from './layout.ts';
import { type Shift, sortShifts } from './shift.ts';

const frontCounter = 'Front Counter';
const driveThru = 'Drive-Thru';
const kitchen = 'Kitchen';
const support = 'Dining & Support';

const notes: Notes = [
  { insert: 'Good morning, team' },
  { insert: '\n', attributes: { header: 2 } },
  { insert: 'Drive-thru goal: ' },
  { insert: 'under 3:30', attributes: { bold: true } },
  { insert: ' from speaker to window.\nTry the new peach shake before your shift' },
  { insert: '\n', attributes: { list: 'bullet' } },
  { insert: 'Fryer 2 is slow to heat: start it ten minutes early' },
  { insert: '\n', attributes: { list: 'bullet' } },
  { insert: 'Drink water, and take your breaks' },
  { insert: '\n', attributes: { list: 'bullet' } },
];

/** A whole day of a restaurant to look around in, from breakfast to past midnight. */
export const sampleTemplate = (newId: NewId, area = 'Front of House'): Template => ({
  ...starterTemplate(newId, 'chicken', area),
  name: 'Weekday',
  notes,
});

/** Shifts; in every line, jobs are assigned in the order of `jobs`. */
const crew: readonly { start: string; end: string; names: readonly string[] }[] = [
  { start: '5:30 AM', end: '1:30 PM', names: ['Amara Nwosu', 'Beatriz Lima', 'Cody Larsen'] },
  {
    start: '6:00 AM',
    end: '2:30 PM',
    names: ['Dmitri Volkov', 'Esther Mwangi', 'Farid Rahimi', 'Gabriela Soto', 'Hiro Tanaka'],
  },
  { start: '6:30 AM', end: '12:30 PM', names: ['Ingrid Solberg', 'Jamal Freeman'] },
  { start: '7:00 AM', end: '3:00 PM', names: ['Keiko Mori', 'Leo Marchetti', 'Malia Kealoha', 'Nikhil Rao'] },
  { start: '8:00 AM', end: '4:00 PM', names: ['Olivia Bennett', 'Pablo Quintana', 'Quinn Murphy'] },
  { start: '10:00 AM', end: '6:00 PM', names: ['Rosa Delgado', 'Sanjay Iyer', 'Tessa Vogel'] },
  {
    start: '1:00 PM',
    end: '9:30 PM',
    names: ['Umar Siddiqui', 'Valentina Cruz', 'Wes Holloway', 'Ximena Rojas'],
  },
  {
    start: '2:00 PM',
    end: '10:00 PM',
    names: ['Yara Haddad', 'Zachary Moore', 'Anh Pham', 'Brielle Jackson', 'Carlos Medina'],
  },
  {
    start: '4:00 PM',
    end: '10:30 PM',
    names: ['Danielle Whitehorse', 'Elif Kaya', 'Felix Baumann', 'Grace-Ann Tulloch'],
  },
  { start: '5:00 PM', end: '11:30 PM', names: ['Hassan Diallo', 'Isla Campbell', 'Joaquín Vargas'] },
  { start: '6:00 PM', end: '1:00 AM', names: ['Kofi Mensah', 'Lena Kowalska', 'Mika Salonen', 'Noor Abbas'] },
];

const jobs = [driveThru, kitchen, frontCounter, kitchen, driveThru, support, frontCounter];

const shiftNotes: Readonly<Record<string, string>> = {
  'Amara Nwosu': 'Opens: has the keys',
  'Hiro Tanaka': 'First week, pair with Esther',
  'Nikhil Rao': 'Leaves for class at 3 sharp',
  'Wes Holloway': 'Training on the drive-thru',
  'Isla Campbell': 'Minor: off the fryers',
  'Noor Abbas': 'Closes: locks the side door',
};

/** People who come in but are still to be placed, so that there is something to try. */
const unplaced: ReadonlySet<string> = new Set(['Hiro Tanaka', 'Noor Abbas']);

/** The sample template laid on a date: 40 people, most of them on a position in each rotation they work. */
export function sampleLayout(newId: NewId, date: IsoDate, settings: DaySettings, template: Template): Layout {
  const people = crew.flatMap(({ start, end, names }) => names.map((name) => ({ name, start, end })));
  const shifts = people.map(({ name, start, end }, index): Shift => {
    const times = { startTime: start, endTime: end };
    return {
      id: newId(),
      teamMember: name,
      ...times,
      schedule: jobs[index % jobs.length] ?? kitchen,
      note: shiftNotes[name] ?? '',
      provider: 'manual',
      breaks: fitBreaks([], breakCount(times, settings.breakMinMinutes)),
    };
  });
  const layout = layTemplate(template, date, settings);
  const inOrder = sortShifts(shifts, settings.dayStart);
  const seated = mapSeats(layout.rotations, (rotation) => {
    const seats = placed(rotation, inOrder, settings);
    return ({ id }) => seats.get(id) ?? [];
  });
  return { ...layout, shifts: inOrder, rotations: seated };
}

/** Everyone where their job is while there is room, then wherever there is some, then where someone leaves before they come. */
function placed(
  rotation: Rotation,
  shifts: readonly Shift[],
  { dayStart }: DaySettings,
): ReadonlyMap<string, readonly string[]> {
  const places = rotation.subareas.flatMap(({ name, positions }) =>
    positions
      .filter((position) => position.name !== 'Float')
      .map(({ id }) => ({ id, job: name, taken: [] as Shift[] })),
  );
  type Place = (typeof places)[number];
  const choices: readonly ((place: Place, shift: Shift) => boolean)[] = [
    (place, shift) => place.taken.length === 0 && place.job === shift.schedule,
    (place) => place.taken.length === 0,
    (place, shift) => place.taken.every((other) => !overlaps(other, shift, dayStart)),
  ];
  let waiting = shifts.filter(
    (shift) => overlaps(shift, rotation, dayStart) && !unplaced.has(shift.teamMember),
  );
  for (const suits of choices) {
    waiting = waiting.filter((shift) => {
      const place = places.find((each) => suits(each, shift));
      place?.taken.push(shift);
      return !place;
    });
  }
  return new Map(places.map(({ id, taken }) => [id, taken.map((shift) => shift.id)]));
}
