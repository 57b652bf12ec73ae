import type { Words } from '../../words/words.ts';
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
import { manualShift, type Shift, sortShifts } from './shift.ts';

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
export const sampleTemplate = (newId: NewId, area: string, english: Words<'starter'>): Template => ({
  ...starterTemplate(newId, 'chicken', area, english),
  name: 'Weekday',
  notes,
});

/** People by the times of their shifts; in every line, jobs are assigned in the order of `jobs`. */
const crew = {
  '5:30 AM–1:30 PM': 'Amara Nwosu, Beatriz Lima, Cody Larsen',
  '6:00 AM–2:30 PM': 'Dmitri Volkov, Esther Mwangi, Farid Rahimi, Gabriela Soto, Hiro Tanaka',
  '6:30 AM–12:30 PM': 'Ingrid Solberg, Jamal Freeman',
  '7:00 AM–3:00 PM': 'Keiko Mori, Leo Marchetti, Malia Kealoha, Nikhil Rao',
  '8:00 AM–4:00 PM': 'Olivia Bennett, Pablo Quintana, Quinn Murphy',
  '10:00 AM–6:00 PM': 'Rosa Delgado, Sanjay Iyer, Tessa Vogel',
  '1:00 PM–9:30 PM': 'Umar Siddiqui, Valentina Cruz, Wes Holloway, Ximena Rojas',
  '2:00 PM–10:00 PM': 'Yara Haddad, Zachary Moore, Anh Pham, Brielle Jackson, Carlos Medina',
  '4:00 PM–10:30 PM': 'Danielle Whitehorse, Elif Kaya, Felix Baumann, Grace-Ann Tulloch',
  '5:00 PM–11:30 PM': 'Hassan Diallo, Isla Campbell, Joaquín Vargas',
  '6:00 PM–1:00 AM': 'Kofi Mensah, Lena Kowalska, Mika Salonen, Noor Abbas',
};

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
  const people = Object.entries(crew).flatMap(([times, names]) => {
    const [startTime = '', endTime = ''] = times.split('–');
    return names.split(', ').map((name) => ({ name, startTime, endTime }));
  });
  const shifts = people.map(({ name, ...times }, index): Shift => {
    const job = jobs[index % jobs.length] ?? kitchen;
    const breaks = fitBreaks([], breakCount(times, settings.breakMinMinutes));
    return { ...manualShift(newId(), name, times, { job, note: shiftNotes[name] ?? '' }), breaks };
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
