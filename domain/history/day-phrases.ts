import type { ChangeOf } from '../change/change.ts';
import { showReason } from '../day/attendance.ts';
import type { BreakSlot } from '../day/break.ts';
import type { Layout } from '../day/layout.ts';
import { lostSeats } from '../day/seat.ts';
import type { Shift, ShiftFields } from '../day/shift.ts';
import { byId } from '../list/list.ts';
import { positionsOf, unassigned } from '../plan/rotation.ts';
import { type Around, type Phrases, positionName, rotationName, rotationOf, shiftName } from './names.ts';

const pressed = { start: 'started', end: 'ended', clear: 'cleared' } as const;

/** 'Sam Lee’s break', 'Sam Lee’s break 2'. */
const breakOf = (around: Around<Layout>, { shift, slot }: { shift: string; slot: number }): string =>
  `${shiftName(around, shift)}’s break${slot > 0 ? ` ${slot + 1}` : ''}`;

function restoredBreak(record: BreakSlot): string {
  if (record === null) return 'cleared';
  return record.endedAt === null ? 'put back the start of' : 'put back';
}

const times = ({ startTime, endTime }: Pick<ShiftFields, 'startTime' | 'endTime'>): string =>
  `${startTime}–${endTime}`;

/** What an edit changed: 'changed Sam Lee’s times from 9:00 AM–5:00 PM to 10:00 AM–5:00 PM and note'. */
function editedShift(around: Around<Layout>, { shift: id }: ChangeOf<'shift.edit'>): string {
  const name = shiftName(around, id);
  const [before, after] = [around.before, around.after].map((layout) => byId(layout?.shifts ?? [], id));
  const parts = before && after ? editedParts(before, after) : [];
  if (before && after && before.teamMember !== after.teamMember) {
    const rest = parts.length > 0 ? ` and changed ${listed(parts)}` : '';
    return `renamed ${name} to ${after.teamMember}${rest}`;
  }
  return parts.length > 0 ? `changed ${name}’s ${listed(parts)}` : `saved ${name}’s shift`;
}

function editedParts(before: Shift, after: Shift): string[] {
  return [
    times(before) !== times(after) && `times from ${times(before)} to ${times(after)}`,
    before.schedule !== after.schedule && 'job',
    before.note !== after.note && 'note',
  ].filter((part) => part !== false);
}

export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;

function seated(around: Around<Layout>, change: ChangeOf<'shift.seat'>): string {
  const name = shiftName(around, change.shift);
  const to = positionName(around, change.rotation, change.position);
  const within = rotationName(around, change.rotation);
  const rotation = around.before && rotationOf({ before: around.before, after: null }, change.rotation);
  const from = rotation && positionsOf(rotation).find(({ seats }) => seats.includes(change.shift));
  if (!from) return `placed ${name} on ${to} in ${within}`;
  return from.id === change.position
    ? `changed ${name}’s place on ${to} in ${within}`
    : `moved ${name} from ${from.name} to ${to} in ${within}`;
}

function attended(around: Around<Layout>, change: ChangeOf<'shift.attendance'>): string {
  const name = shiftName(around, change.shift);
  if (change.out) return `marked ${name} out again from ${change.out.from}${showReason(change.out)}`;
  return change.late ? `marked ${name} late again` : `marked ${name} as not out and not late`;
}

function swapped(around: Around<Layout>, change: ChangeOf<'shift.swap'>): string {
  const placed = (shift: string, position: string) =>
    `${shiftName(around, shift)} (${positionName(around, change.rotation, position)})`;
  const [one, other] = [placed(change.shift, change.otherPosition), placed(change.other, change.position)];
  return `swapped ${one} and ${other} in ${rotationName(around, change.rotation)}`;
}

const counted = (count: number, what: string): string | false =>
  count > 0 && `${count} ${count === 1 ? 'shift' : 'shifts'} ${what}`;

function takenSchedule(
  { before, after }: Around<Layout>,
  { remove, edit, add }: ChangeOf<'schedule.take'>,
): string {
  const [was, is] = [before, after].map((layout) => new Set((layout?.shifts ?? []).map(({ id }) => id)));
  const isKnown = was !== undefined && is !== undefined && before !== null && after !== null;
  const parts = [
    counted(isKnown ? [...is].filter((id) => !was.has(id)).length : add.length, 'added'),
    counted(edit.length, 'changed'),
    counted(isKnown ? [...was].filter((id) => !is.has(id)).length : remove.length, 'deleted'),
  ].filter((part) => part !== false);
  return `updated the schedule${parts.length > 0 ? `: ${listed(parts)}` : ''}`;
}

/** 'filled Lunch from Breakfast: 18 placed, 3 left'. */
function filled(around: Around<Layout>, { from, seats }: ChangeOf<'seats.fill'>): string {
  const rotations = [...new Set(seats.map(({ rotation }) => rotation))];
  const [only] = rotations;
  const what = only !== undefined && rotations.length === 1 ? rotationName(around, only) : 'the day';
  const said = `filled ${what} from ${from.trim()}`;
  const { before, after } = around;
  if (!before || !after) return said;
  const placed = lostSeats(after.rotations, before.rotations).length;
  const left = after.rotations
    .filter(({ id }) => rotations.includes(id))
    .reduce((sum, rotation) => sum + unassigned(after.shifts, rotation, after.dayStart).length, 0);
  return `${said}: ${placed} placed, ${left} left`;
}

export const dayPhrases = {
  'break.press': (around, change) => `${pressed[change.wants]} ${breakOf(around, change)}`,
  'break.confirm': (around, change) => `confirmed that ${breakOf(around, change)} ended on time`,
  'break.restore': (around, change) => `${restoredBreak(change.record)} ${breakOf(around, change)}`,
  'shift.add': (_, { shift }) => `added ${shift.teamMember.trim()}, ${times(shift)}`,
  'shift.edit': editedShift,
  'shift.delete': (around, { shift }) => `deleted the shift of ${shiftName(around, shift)}`,
  'shift.seat': seated,
  'shift.unseat': (around, { shift, rotation, position }) =>
    `removed ${shiftName(around, shift)} from ${positionName(around, rotation, position)} in ${rotationName(around, rotation)}`,
  'shift.forget': () => 'removed the name of a deleted person',
  'shift.swap': swapped,
  'seats.fill': filled,
  'seats.swap': (around, { rotation, other }) =>
    `swapped the people of ${rotationName(around, rotation)} and ${rotationName(around, other)}`,
  'seats.restore': () => 'put people back on their positions',
  'shift.out': (around, { shift, ...out }) =>
    `marked ${shiftName(around, shift)} out from ${out.from}${showReason(out)}`,
  'shift.late': (around, { shift, expected }) =>
    `marked ${shiftName(around, shift)} late${expected === null ? '' : `, expected ${expected}`}`,
  'shift.back': (around, { shift }) => `marked ${shiftName(around, shift)} as here`,
  'shift.attendance': attended,
  'schedule.take': takenSchedule,
  'layout.create': (_, { layout }) => `created the layout ${layout.template.trim()}, ${layout.area.trim()}`,
  'layout.area': ({ before }, { area }) =>
    `changed the area${before ? ` from ${before.area}` : ''} to ${area.trim()}`,
  'layout.delete': ({ before }) => `deleted the layout${before ? ` ${before.template}, ${before.area}` : ''}`,
  'layout.restore': ({ before }) =>
    `restored the layout${before ? ` ${before.template}, ${before.area}` : ''}`,
  'layout.laid': () => 'noted who could not be placed',
  'layout.settings': () => 'applied the team’s new settings',
} satisfies Partial<Phrases>;
