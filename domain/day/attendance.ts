import type { Words } from '../../words/words.ts';
import { mapSeats } from '../plan/plan.ts';
import { positionOf, type Rotation } from '../plan/rotation.ts';
import { type Outcome, refuse } from '../problem/problem.ts';
import { fromMinutes, spanOf, spansOverlap } from '../time/clock-time.ts';
import { wallClock } from '../time/date.ts';
import { type Formats, formatTime } from '../time/formats.ts';
import type { Layout } from './layout.ts';
import {
  type CallOut,
  type Lateness,
  type OutReason,
  outReasons,
  type Shift,
  type WorkedSeat,
} from './shift.ts';
import { isOutDuring, presentSpan } from './who-is-there.ts';

type Day = Pick<Layout, 'shifts' | 'rotations' | 'dayStart'>;

/** Where somebody stood in a rotation until they were out during it; what an earlier record says counts as well. */
export function stoodUntilOut(
  day: Day,
  shift: Shift,
  earlier: readonly WorkedSeat[] = [],
): readonly WorkedSeat[] {
  const present = presentSpan(shift, day.dayStart);
  return day.rotations.flatMap((rotation) => {
    const isCut = present !== null && spansOverlap(present, spanOf(rotation, day.dayStart));
    if (!isCut || !isOutDuring(shift, rotation, day.dayStart)) return [];
    const position = positionOf(rotation, shift.id)?.id;
    const known = earlier.find((each) => each.rotation === rotation.id);
    return position === undefined ? (known ?? []) : { rotation: rotation.id, position };
  });
}

const none: ReadonlyMap<string, readonly string[]> = new Map();

/** With everybody who is out on the position that they had until then. For looking back: nobody can be placed by it. */
export function rotationsAsWorked({
  shifts,
  rotations,
}: Pick<Day, 'shifts' | 'rotations'>): readonly Rotation[] {
  const stood = new Map<string, Map<string, readonly string[]>>();
  for (const { id, out } of shifts) {
    for (const { rotation, position } of out?.stood ?? []) {
      const positions = stood.get(rotation) ?? new Map<string, readonly string[]>();
      stood.set(rotation, positions.set(position, [...(positions.get(position) ?? []), id]));
    }
  }
  if (stood.size === 0) return rotations;
  return mapSeats(rotations, ({ id }) => {
    const back = stood.get(id) ?? none;
    return (position) => {
      const more = (back.get(position.id) ?? []).filter((shift) => !position.seats.includes(shift));
      // they were there first
      return more.length > 0 ? [...more, ...position.seats] : position.seats;
    };
  });
}

/**
 * Only who runs the day knows why somebody is out, and the rows of the law: some are for minors alone, and tell them by the minutes
 * of their breaks. Told by its fields, since a change may bring a whole day.
 */
export function withoutReasons<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutReasons) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withoutReasons(inner)] as const);
  const told = Object.fromEntries(entries);
  const isAboutOut = 'from' in told && outReasons.includes(told.reason);
  if ('relief' in told) delete told.row;
  if (Array.isArray(told.laws)) delete told.laws;
  return (isAboutOut ? { ...told, reason: 'unsaid' } : told) as Value;
}

const reasons = '(?:sick|no-show|left early|sent home)';
const said = new RegExp(`( out(?: again)? from \\d+:\\d\\d [AP]M): ${reasons}`, 'g');
/** As history said it before. */
const saidBefore = new RegExp(`( out(?: again)?): ${reasons}, (?=\\d+:\\d\\d [AP]M)`, 'g');

/** The same for a sentence of history: 'marked Dana Lee out from 10:12 AM'. */
export const withoutReason = (sentence: string): string =>
  sentence.replace(said, '$1').replace(saidBefore, '$1 from ');

/** 'sick'; '' for who isn't told why. */
export const outName = (reason: OutReason, t: Words<'day'>): string =>
  reason === 'unsaid' ? '' : t(`out-${reason}`);

/** 'Out from 10:12 AM: sick'. The time is the one that they are out from, whenever somebody said so. */
export function showOut(
  { from, reason }: Pick<CallOut, 'reason' | 'from'>,
  t: Words<'day'>,
  { clock }: Formats,
): string {
  const [time, why] = [formatTime(from, clock), outName(reason, t)];
  return why === '' ? t('out-since', { time }) : t('out-since-why', { time, why });
}

/** 'marked 10:57 AM', where that isn't the minute that they are out from; else ''. */
export function showMarked(
  { from, at }: Pick<CallOut, 'from' | 'at'>,
  timeZone: string,
  t: Words<'day'>,
  { clock }: Formats,
): string {
  const marked = fromMinutes(wallClock(at, timeZone).minutes);
  return marked === from ? '' : t('marked-at', { time: formatTime(marked, clock) });
}

/** 'Late, expected 11:30 AM'. */
export const showLate = (
  { expected }: Pick<Lateness, 'expected'>,
  t: Words<'day'>,
  { clock }: Formats,
): string => (expected === null ? t('is-late') : t('is-late-until', { time: formatTime(expected, clock) }));

const howOut: Readonly<Record<OutReason, string>> = {
  sick: 'is out sick',
  'no-show': 'didn’t come in',
  'left-early': 'left early',
  'sent-home': 'was sent home',
  unsaid: 'is out',
};

export const refuseOut = (teamMember: string, { reason }: CallOut): Outcome<never> =>
  refuse('shift-out', { details: { name: teamMember, how: howOut[reason], why: reason.replace('-', '_') } });
