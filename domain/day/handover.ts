import { positionsByShift, type Rotation } from '../plan/rotation.ts';
import { contains, spanOf } from '../time/clock-time.ts';
import { minutesInto } from '../time/date.ts';
import { rotationsAsWorked } from './attendance.ts';
import { breakDisplay } from './break.ts';
import { coverRotation, type Moment, nextOn, type PersonCoverage } from './coverage.ts';
import { dueMinute } from './due-breaks.ts';
import type { Layout } from './layout.ts';
import { type Shift, slotMinutes } from './shift.ts';
import { isThere, leavesAt, presentSpan } from './who-is-there.ts';

/** How far ahead a handover looks, in minutes. */
export const handoverMinutes = 60;

/** A position that nobody has, now or from `from` on. Minutes are those of the business day. */
export interface OpenSoon {
  readonly rotation: string;
  readonly subarea: string;
  readonly position: string;
  readonly from: number;
  readonly isNow: boolean;
  readonly next: PersonCoverage | null;
}

interface Passing {
  readonly shift: Shift;
  /** Null for who is late and said no time. */
  readonly minute: number | null;
  readonly position: string;
}

interface BreakToGive {
  readonly shift: Shift;
  readonly minute: number;
}

export interface Handover {
  readonly open: readonly OpenSoon[];
  readonly coming: readonly Passing[];
  readonly going: readonly Passing[];
  /** By when they are back; `isLate` is said of whose time is up. */
  readonly running: readonly (BreakToGive & { readonly isLate: boolean })[];
  readonly owed: readonly BreakToGive[];
  readonly due: readonly BreakToGive[];
}

/** What the next lead has to know at a moment. */
export function handoverOf(layout: Layout, moment: Moment, timeZone: string): Handover {
  const { minute } = moment;
  const { dayStart, shifts } = layout;
  const soon = (at: number) => at > minute && at <= minute + handoverMinutes;
  const stand = (shift: Shift, at: number) => positionAt(layout, shift, at);
  const present = shifts.flatMap((shift) => {
    const span = presentSpan(shift, dayStart);
    return span ? [{ shift, ...span }] : [];
  });
  const isAwaited = (shift: Shift) => shift.late?.expected === null && isThere(shift, minute, dayStart);
  const breaks = present
    .filter(({ shift, ...span }) => contains(span, minute) && !isAwaited(shift))
    .flatMap(({ shift }) => breaksOf(shift, layout, moment, timeZone));
  const of = (kind: Told['kind']) => inOrder(breaks.filter((each) => each.kind === kind));
  return {
    open: openSoon(layout, moment),
    coming: [
      ...present
        .filter(({ shift }) => isAwaited(shift))
        .map(({ shift }) => ({ shift, minute: null, position: stand(shift, minute) })),
      ...inOrder(
        present
          .filter(({ start, shift }) => soon(start) && !isAwaited(shift))
          .map(({ shift, start }) => ({ shift, minute: start, position: stand(shift, start) })),
      ),
    ],
    going: inOrder(
      present
        .filter(({ end }) => soon(end))
        .map(({ shift, end }) => ({ shift, minute: end, position: stand(shift, end - 1) })),
    ),
    running: of('running').map((each) => ({ ...each, isLate: each.isLate === true })),
    owed: of('owed'),
    due: of('due'),
  };
}

type Told = BreakToGive & { readonly kind: 'running' | 'owed' | 'due'; readonly isLate?: boolean };

function breaksOf(shift: Shift, layout: Layout, { minute, now }: Moment, timeZone: string): readonly Told[] {
  const { date } = layout;
  const leaves = leavesAt(shift, layout, timeZone);
  return shift.breaks.flatMap((slot, index): readonly Told[] => {
    const lasts = slotMinutes(shift, index, layout);
    const { state } = breakDisplay(slot, lasts, now, leaves);
    if (slot && (state === 'running' || state === 'over')) {
      const back = minutesInto(date, slot.startedAt + lasts * 60_000, timeZone);
      return [{ kind: 'running', shift, minute: back, isLate: state === 'over' }];
    }
    const due = dueMinute(shift, index, layout);
    return due === null ? [] : [{ kind: due <= minute ? 'owed' : 'due', shift, minute: due }];
  });
}

const inOrder = <Each extends { readonly minute: number }>(list: readonly Each[]): readonly Each[] =>
  [...list].sort((one, other) => one.minute - other.minute);

/** Of the rotations that go on, and of those that begin next. */
function openSoon(layout: Layout, moment: Moment): readonly OpenSoon[] {
  const { rotations, dayStart } = layout;
  const spans = rotations.map((rotation) => ({ rotation, ...spanOf(rotation, dayStart) }));
  const later = spans.filter(({ start }) => start > moment.minute);
  const next = Math.min(...later.map(({ start }) => start));
  return spans
    .filter((span) => contains(span, moment.minute) || span.start === next)
    .flatMap(({ rotation }) => openIn(layout, rotation, moment))
    .sort((one, other) => one.from - other.from);
}

function openIn(layout: Layout, rotation: Rotation, moment: Moment): readonly OpenSoon[] {
  const { positions, minute, isNow } = coverRotation(layout, rotation, moment);
  return rotation.subareas.flatMap((subarea) =>
    subarea.positions.flatMap(({ id, name }): readonly OpenSoon[] => {
      const covered = positions.get(id);
      const from = covered?.isOpen ? minute : (covered?.opensAt ?? null);
      if (!covered || from === null) return [];
      return [
        {
          ...{ rotation: rotation.name, subarea: subarea.name, position: name, from },
          isNow: isNow && from === minute,
          next: nextOn(covered),
        },
      ];
    }),
  );
}

/** Where somebody stands at a minute; '' where that is nowhere. */
function positionAt({ shifts, rotations, dayStart }: Layout, { id }: Shift, minute: number): string {
  for (const rotation of rotationsAsWorked({ shifts, rotations })) {
    const place = contains(spanOf(rotation, dayStart), minute) && positionsByShift(rotation).get(id);
    if (place) return place.position.name;
  }
  return '';
}
