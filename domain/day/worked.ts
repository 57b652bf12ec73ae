import { stationName, stationOf } from '../plan/station-key.ts';
import { clip, spanOf } from '../time/clock-time.ts';
import { rotationsAsWorked } from './attendance.ts';
import type { Layout } from './layout.ts';
import { certainSpan } from './who-is-there.ts';

/** How long somebody of the crew was at a station. */
export interface Worked {
  readonly person: string;
  readonly subarea: string;
  /** The position's name without its number. */
  readonly name: string;
  /** The station that the position names, if it does. */
  readonly station?: string;
  readonly minutes: number;
}

/**
 * Who stood where on a day, as far as they were there. Shifts that nobody of the crew has don't count, and neither does a seat without
 * a station.
 */
export function workedIn(layout: Pick<Layout, 'shifts' | 'rotations' | 'dayStart'>): readonly Worked[] {
  const { dayStart } = layout;
  const shifts = new Map(layout.shifts.map((shift) => [shift.id, shift]));
  const found = new Map<string, Worked>();
  for (const rotation of rotationsAsWorked(layout)) {
    const during = spanOf(rotation, dayStart);
    for (const subarea of rotation.subareas) {
      for (const position of subarea.positions) {
        if (stationOf(subarea, position) === null) continue;
        const { station } = position;
        const at = { subarea: subarea.name, name: stationName(position.name), ...(station && { station }) };
        for (const seat of position.seats) {
          const shift = shifts.get(seat);
          const present = shift && certainSpan(shift, dayStart);
          const stood = present && clip(present, during);
          if (!shift?.person || !stood) continue;
          const key = JSON.stringify([shift.person, at]);
          const minutes = (found.get(key)?.minutes ?? 0) + stood.end - stood.start;
          found.set(key, { person: shift.person, ...at, minutes });
        }
      }
    }
  }
  return [...found.values()];
}
