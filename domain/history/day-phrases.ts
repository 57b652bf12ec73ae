import type { ChangeOf } from '../change/change.ts';
import { isSame } from '../change/same.ts';
import type { BreakSlot } from '../day/break.ts';
import type { Layout } from '../day/layout.ts';
import { lostSeats } from '../day/seat.ts';
import type { CallOut, Shift } from '../day/shift.ts';
import { unassigned } from '../day/who-is-there.ts';
import { byId } from '../list/list.ts';
import { positionsOf } from '../plan/rotation.ts';
import {
  type Around,
  changedArea,
  listed,
  type Phrases,
  positionName,
  rotationName,
  rotationOf,
  type Say,
  said,
  time,
  times,
} from './saying.ts';

/** 'Sam Lee'; with the start of the shift where two people of the day have one name: 'Sam Lee (9:00 AM)'. */
function shiftName({ before, after, ...say }: Around<Layout>, id: string): string {
  for (const layout of [before, after]) {
    const shift = layout && byId(layout.shifts, id);
    if (shift) return nameAmong(layout.shifts, shift, say);
  }
  return after ? say.t('removed-person') : say.t('a-person');
}

const nameAmong = (shifts: readonly Shift[], { id, teamMember, startTime }: Shift, say: Say): string =>
  shifts.some((other) => other.id !== id && other.teamMember === teamMember)
    ? `${teamMember} (${time(startTime, say)})`
    : teamMember;

/** 'Sam Lee’s break', 'Sam Lee’s break 2'. */
function breakOf(around: Around<Layout>, { shift, slot }: { shift: string; slot: number }): string {
  const name = shiftName(around, shift);
  return slot > 0 ? around.t('break-of-number', { name, number: slot + 1 }) : around.t('break-of', { name });
}

/** `corrects`: its start was later than now. */
function restoredBreak({ t }: Say, record: BreakSlot, whose: string, corrects: boolean): string {
  if (record === null) return t('break-clear', { whose });
  if (corrects) return t('break-start-corrected', { whose });
  return record.endedAt === null ? t('break-start-restored', { whose }) : t('break-restored', { whose });
}

const correctsStart = (
  { before }: Around<Layout>,
  { shift, slot, record }: ChangeOf<'break.restore'>,
): boolean =>
  record?.clockSaid !== undefined &&
  byId(before?.shifts ?? [], shift)?.breaks[slot]?.startedAt === record.clockSaid;

/** What an edit changed: 'changed Sam Lee’s times from 9:00 AM–5:00 PM to 10:00 AM–5:00 PM and note'. */
function editedShift(around: Around<Layout>, { shift: id }: ChangeOf<'shift.edit'>): string {
  const { t } = around;
  const name = shiftName(around, id);
  const [before, after] = [around.before, around.after].map((layout) => byId(layout?.shifts ?? [], id));
  const parts = before && after ? listed(editedParts(before, after, around), around) : '';
  if (before && after && before.teamMember !== after.teamMember) {
    const renamed = { before: name, after: after.teamMember };
    return parts === '' ? t('renamed', renamed) : t('renamed-and-changed', { ...renamed, parts });
  }
  return parts === '' ? t('saved-shift', { name }) : t('changed-shift', { name, parts });
}

function editedParts(before: Shift, after: Shift, say: Say): string[] {
  const [from, to] = [times(before, say), times(after, say)];
  return [
    from !== to && say.t('part-times', { from, to }),
    before.schedule !== after.schedule && say.t('part-job'),
    before.note !== after.note && say.t('part-note'),
  ].filter(said);
}

function seated(around: Around<Layout>, change: ChangeOf<'shift.seat'>): string {
  const gaps = {
    name: shiftName(around, change.shift),
    position: positionName(around, change.rotation, change.position),
    rotation: rotationName(around, change.rotation),
  };
  const rotation = around.before && rotationOf({ before: around.before, after: null }, change.rotation);
  const from = rotation && positionsOf(rotation).find(({ seats }) => seats.includes(change.shift));
  if (!from) return around.t('placed', gaps);
  return from.id === change.position
    ? around.t('placed-anew', gaps)
    : around.t('moved-person', { ...gaps, from: from.name });
}

/** 'sick'; '' for who isn't told why. */
const reasonOf = ({ t }: Say, { reason }: Pick<CallOut, 'reason'>): string =>
  reason === 'unsaid' ? '' : t(`reason-${reason}`);

function calledOut(around: Around<Layout>, shift: string, out: Pick<CallOut, 'reason' | 'from'>): string {
  const gaps = { name: shiftName(around, shift), time: time(out.from, around) };
  const why = reasonOf(around, out);
  return why === '' ? around.t('marked-out', gaps) : around.t('marked-out-why', { ...gaps, why });
}

function attended(around: Around<Layout>, change: ChangeOf<'shift.attendance'>): string {
  const { t } = around;
  const name = shiftName(around, change.shift);
  if (!change.out) return change.late ? t('marked-late-again', { name }) : t('marked-neither', { name });
  const gaps = { name, time: time(change.out.from, around) };
  const why = reasonOf(around, change.out);
  return why === '' ? t('marked-out-again', gaps) : t('marked-out-again-why', { ...gaps, why });
}

function markedLate(around: Around<Layout>, { shift, expected }: ChangeOf<'shift.late'>): string {
  const name = shiftName(around, shift);
  return expected === null
    ? around.t('marked-late', { name })
    : around.t('marked-late-until', { name, time: time(expected, around) });
}

function swapped(around: Around<Layout>, change: ChangeOf<'shift.swap'>): string {
  const placed = (shift: string, position: string) =>
    `${shiftName(around, shift)} (${positionName(around, change.rotation, position)})`;
  return around.t('swapped', {
    one: placed(change.shift, change.otherPosition),
    other: placed(change.other, change.position),
    rotation: rotationName(around, change.rotation),
  });
}

function takenSchedule(around: Around<Layout>, { remove, edit, add }: ChangeOf<'schedule.take'>): string {
  const { before, after, t } = around;
  const [was, is] = [before, after].map((layout) => new Set((layout?.shifts ?? []).map(({ id }) => id)));
  const isKnown = was !== undefined && is !== undefined && before !== null && after !== null;
  const added = isKnown ? [...is].filter((id) => !was.has(id)).length : add.length;
  const deleted = isKnown ? [...was].filter((id) => !is.has(id)).length : remove.length;
  const parts = [
    added > 0 && t('shifts-added', { count: added }),
    edit.length > 0 && t('shifts-changed', { count: edit.length }),
    deleted > 0 && t('shifts-deleted', { count: deleted }),
  ].filter(said);
  return parts.length > 0
    ? t('updated-schedule-parts', { parts: listed(parts, around) })
    : t('updated-schedule');
}

/** 'filled Lunch from Breakfast: 18 placed, 3 left'. */
function filled(around: Around<Layout>, { from, seats }: ChangeOf<'seats.fill'>): string {
  const { before, after, t } = around;
  const rotations = [...new Set(seats.map(({ rotation }) => rotation))];
  const [only] = rotations;
  const what = only !== undefined && rotations.length === 1 ? rotationName(around, only) : t('the-day');
  const gaps = { what, from: from.trim() };
  if (!before || !after) return t('filled', gaps);
  const placed = lostSeats(after.rotations, before.rotations).length;
  const left = after.rotations
    .filter(({ id }) => rotations.includes(id))
    .reduce((sum, rotation) => sum + unassigned(after.shifts, rotation, after.dayStart).length, 0);
  return t('filled-counted', { ...gaps, placed, left });
}

/** 'took the plan: 18 placed, 2 moved, breaks of 12 people planned'. */
function takenPlan(around: Around<Layout>, { seats }: ChangeOf<'plan.take'>): string {
  const { before, after, t } = around;
  if (!before || !after) return t('took-plan');
  const [come, gone] = [
    lostSeats(after.rotations, before.rotations),
    lostSeats(before.rotations, after.rotations),
  ];
  const had = new Set(gone.map(inRotation));
  const has = new Set(come.map(inRotation));
  const plannedBefore = new Map(before.shifts.map(({ id, planned }) => [id, planned]));
  const counts = {
    placed: come.filter((seat) => !had.has(inRotation(seat))).length,
    moved: come.filter((seat) => had.has(inRotation(seat))).length,
    removed: gone.filter((seat) => !has.has(inRotation(seat))).length,
    breaks: after.shifts.filter(({ id, planned }) => !isSame(plannedBefore.get(id), planned)).length,
  };
  const wanted = seats.filter(({ position, was }) => position !== was).length;
  const overtaken = wanted - counts.placed - counts.moved - counts.removed;
  const parts = [
    counts.placed > 0 && t('plan-placed', { count: counts.placed }),
    counts.moved > 0 && t('plan-moved', { count: counts.moved }),
    counts.removed > 0 && t('plan-removed', { count: counts.removed }),
    counts.breaks > 0 && t('plan-breaks', { count: counts.breaks }),
    overtaken > 0 && t('plan-overtaken', { count: overtaken }),
  ].filter(said);
  return parts.length > 0 ? t('took-plan-parts', { parts: listed(parts, around) }) : t('took-plan');
}

const inRotation = ({ rotation, shift }: { rotation: string; shift: string }): string =>
  JSON.stringify([rotation, shift]);

export const dayPhrases = {
  'break.press': (around, change) => around.t(`break-${change.wants}`, { whose: breakOf(around, change) }),
  'break.confirm': (around, change) => around.t('break-confirmed', { whose: breakOf(around, change) }),
  'break.waive': (around, change) => around.t('break-waived', { whose: breakOf(around, change) }),
  'break.miss': (around, change) => around.t('break-missed', { whose: breakOf(around, change) }),
  'break.owe': (around, change) => around.t('break-owed', { whose: breakOf(around, change) }),
  'break.restore': (around, change) =>
    restoredBreak(around, change.record, breakOf(around, change), correctsStart(around, change)),
  'shift.add': (around, { shift }) =>
    around.t('added-shift', { name: shift.teamMember.trim(), times: times(shift, around) }),
  'shift.edit': editedShift,
  'shift.delete': (around, { shift }) => around.t('deleted-shift', { name: shiftName(around, shift) }),
  'shift.seat': seated,
  'shift.unseat': (around, { shift, rotation, position }) =>
    around.t('removed-from', {
      name: shiftName(around, shift),
      position: positionName(around, rotation, position),
      rotation: rotationName(around, rotation),
    }),
  'rotation.headcount': (around, { rotation: id, people }) => {
    const rotation = rotationName(around, id);
    return people === null
      ? around.t('let-go-headcount', { rotation })
      : around.t('set-headcount', { rotation, people });
  },
  'shift.forget': ({ t }) => t('forgot-name'),
  'shift.swap': swapped,
  'seats.fill': filled,
  'seats.swap': (around, { rotation, other }) =>
    around.t('swapped-rotations', {
      one: rotationName(around, rotation),
      other: rotationName(around, other),
    }),
  'seats.restore': ({ t }) => t('restored-seats'),
  'seat.lock': (around, { shift, rotation, position, locked }) =>
    around.t(locked ? 'locked-seat' : 'unlocked-seat', {
      name: shiftName(around, shift),
      position: positionName(around, rotation, position),
      rotation: rotationName(around, rotation),
    }),
  'plan.take': takenPlan,
  'shift.out': (around, { shift, ...out }) => calledOut(around, shift, out),
  'shift.late': markedLate,
  'shift.back': (around, { shift }) => around.t('marked-here', { name: shiftName(around, shift) }),
  'shift.attendance': attended,
  'schedule.take': takenSchedule,
  'layout.create': ({ t }, { layout }) =>
    t('created-layout', { template: layout.template.trim(), area: layout.area.trim() }),
  'layout.area': changedArea,
  'layout.delete': ({ before, t }) => (before ? t('deleted-named-layout', before) : t('deleted-layout')),
  'layout.restore': ({ before, t }) => (before ? t('restored-named-layout', before) : t('restored-layout')),
  'layout.laid': ({ t }) => t('noted-left-out'),
  'layout.settings': ({ t }) => t('applied-settings'),
} satisfies Partial<Phrases>;
