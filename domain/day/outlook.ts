import type { Words } from '../../words/words.ts';
import { type ClockTime, spanOf } from '../time/clock-time.ts';
import { coverRotation, type Moment } from './coverage.ts';
import type { Layout } from './layout.ts';

export type Outlook = ReturnType<typeof outlookOf>;
export type RotationOutlook = Outlook['rotations'][number];

/** Open positions as planned for a rotation's start, or as it is while the rotation goes on. */
export const outlookOf = (layout: Layout, moment: Moment) => ({
  shifts: layout.shifts.length,
  rotations: layout.rotations.map((rotation) => {
    const { name, startTime, endTime } = rotation;
    const { positions, open } = coverRotation(layout, rotation, moment).counts;
    return { name, startTime, endTime, positions, open };
  }),
});

/** Rotations named in a text; of more of them, only the one that lacks most. */
const mostNamed = 2;

/**
 * What is still to do for a day, leaving out what is over: '3 open at Lunch', and `more` in the rotations that the text
 * does not name. Null when the whole day is over.
 */
export function outlookText(
  { shifts, rotations }: Pick<Outlook, 'shifts'> & { rotations: readonly RotationOutlook[] },
  { minute, dayStart, t }: { minute: number; dayStart: ClockTime; t: Words<'layouts'> },
) {
  const plain = (text: string, isComplete = false) => ({ text, more: 0, isComplete });
  if (rotations.length === 0) return plain(t('no-rotations-yet'));
  const ahead = rotations.filter((rotation) => spanOf(rotation, dayStart).end > minute);
  if (ahead.length === 0) return null;
  if (shifts === 0) return plain(t('no-shifts-yet'));
  const short = ahead.filter(({ open }) => open > 0);
  if (short.length === 0) return plain(t('all-filled'), true);
  if (ahead.every(({ open, positions }) => open === positions)) return plain(t('nobody-placed-yet'));
  const worst = short.reduce((one, other) => (other.open > one.open ? other : one));
  const named = short.length > mostNamed ? [worst] : short;
  const texts = named.map(({ open, name }, index) =>
    t(index === 0 ? 'open-at' : 'open-at-too', { count: open, rotation: name }),
  );
  return { text: texts.join(', '), more: openIn(short) - openIn(named), isComplete: false };
}

const openIn = (rotations: readonly RotationOutlook[]): number =>
  rotations.reduce((sum, { open }) => sum + open, 0);
