import type { Notes } from '../notes/notes.ts';
import { type BoardName, boardNames } from '../plan/board-names.ts';
import type { Rotation } from '../plan/rotation.ts';
import type { Team } from '../team/team.ts';
import { defaultFormats } from '../time/formats.ts';
import type { Layout } from './layout.ts';
import { noJob, type Shift } from './shift.ts';
import { isWalkIn, walkInProvider } from './walk-in.ts';

// What a television at the wall is told, which anybody can walk up to. Each field is named here: a new one of a document is not told.

/**
 * `opaque`: names a shift without saying what its schedule calls it, always the same. Who have the very same name are told apart by
 * the television, which knows how the team writes times.
 */
export function wallLayout(layout: Layout, opaque: (shift: string) => string): Layout {
  const names = boardNames(layout.shifts, defaultFormats.clock);
  const { kind, date, area, template, breakMinMinutes, breakTimerMinutes, dayStart } = layout;
  return {
    kind,
    date,
    area,
    template,
    notes: wallNotes(layout.notes),
    shifts: layout.shifts.map((shift) => wallShift(shift, names.get(shift.id), opaque)),
    rotations: layout.rotations.map((rotation) => wallRotation(rotation, opaque)),
    breakMinMinutes,
    breakTimerMinutes,
    dayStart,
    ...(layout.deleted && { deleted: true }),
  };
}

const wallShift = (shift: Shift, name: BoardName | undefined, opaque: (shift: string) => string): Shift => ({
  id: opaque(shift.id),
  teamMember: name?.plain ?? '',
  startTime: shift.startTime,
  endTime: shift.endTime,
  schedule: name?.isByJob ? shift.schedule : noJob,
  note: '',
  provider: isWalkIn(shift) ? walkInProvider : 'manual',
  breaks: shift.breaks.map((slot) => {
    if (slot === null) return null;
    const { startedAt, endedAt, confirmedAt, clockSaid } = slot;
    const times = { startedAt, startedBy: null, endedAt, endedBy: null };
    return {
      ...times,
      ...(confirmedAt !== undefined && { confirmedAt }),
      ...(clockSaid !== undefined && { clockSaid }),
    };
  }),
  ...(shift.planned && {
    planned: shift.planned.map(({ kind, start, minutes }) => ({ kind, start, minutes, relief: [] })),
  }),
  ...(shift.skipped && { skipped: shift.skipped.map(({ slot, how, at }) => ({ slot, how, at, by: null })) }),
  ...(shift.out && { out: { reason: 'unsaid', from: shift.out.from, at: shift.out.at, by: null } }),
  ...(shift.late && { late: { expected: shift.late.expected, at: shift.late.at, by: null } }),
});

const wallRotation = (
  { id, name, startTime, endTime, subareas, charts, people }: Rotation,
  opaque: (shift: string) => string,
): Rotation => ({
  id,
  name,
  startTime,
  endTime,
  subareas: subareas.map((subarea) => ({
    id: subarea.id,
    name: subarea.name,
    positions: subarea.positions.map((position) => ({
      id: position.id,
      name: position.name,
      seats: position.seats.map(opaque),
      ...(position.breaker && { breaker: true }),
    })),
  })),
  ...(charts && { charts: charts.map(({ people, coveredBy }) => ({ people, coveredBy })) }),
  ...(people !== undefined && { people }),
});

/** Without links, which lead to addresses. */
const wallNotes = (notes: Notes): Notes =>
  notes.map(({ insert, attributes }) => {
    if (!attributes) return { insert };
    const { header, bold, italic, underline, list } = attributes;
    const looks = {
      ...(header && { header }),
      ...(bold && { bold }),
      ...(italic && { italic }),
      ...(underline && { underline }),
      ...(list && { list }),
    };
    return Object.keys(looks).length > 0 ? { insert, attributes: looks } : { insert };
  });

/** How long breaks are is said by each layout. */
export function wallTeam(team: Team): Team {
  const { kind, name, dayStart, timeZone, primaryColor, logoUrl, clock, date } = team;
  return {
    kind,
    name,
    areas: [],
    breakMinMinutes: 0,
    breakTimerMinutes: 0,
    dayStart,
    timeZone,
    primaryColor,
    logoUrl,
    ...(clock && { clock }),
    ...(date && { date }),
  };
}
