import IconCoffee from '@tabler/icons-react/dist/esm/icons/IconCoffee.mjs';
import { showCountdown, showLate } from '../../../../domain/day/break.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { useBreak } from '../../../parts/board/use-break.ts';
import { FittedName } from './fitted-name.tsx';

/** What is said of somebody, once: `amber` and `red` are for what somebody must do now. */
export interface TelevisionNote {
  readonly text: string;
  readonly tone: 'calm' | 'amber' | 'red';
  readonly isBreak?: boolean;
}

export const calm = (text: string): TelevisionNote => ({ text, tone: 'calm' });
export const amber = (text: string): TelevisionNote => ({ text, tone: 'amber' });
export const red = (text: string): TelevisionNote => ({ text, tone: 'red' });

type TelevisionLineProps = {
  /** What stands over the name, beside the note. */
  label?: string;
  note: TelevisionNote;
  name: string;
  /** The shift of that person. */
  person?: string;
  /** Whether the person isn't there now. */
  isAway?: boolean;
  /** Whether nobody is there. */
  isOpen?: boolean;
};

/** Where and when in small letters, and the name under it. */
export function TelevisionLine({ label, note, name, person, isAway, isOpen }: TelevisionLineProps) {
  const looks = ['tv-line', `tv-line--${note.tone}`, isAway && 'tv-line--away', isOpen && 'tv-line--open'];
  return (
    <li className={looks.filter(Boolean).join(' ')} data-person={person}>
      <span className="tv-line__about">
        {label !== undefined && <Label text={label} />}
        {note.text !== '' && (
          <span className="tv-line__note">
            {note.isBreak && <IconCoffee aria-hidden="true" />}
            {note.text}
          </span>
        )}
      </span>
      <FittedName className="tv-line__name" name={name} />
    </li>
  );
}

/** A number at its end stays beside a note that leaves no room: 'Order T… 2'. */
function Label({ text }: { text: string }) {
  const [, words = text, number = ''] = /^(.+)( \d+)$/.exec(text) ?? [];
  return (
    <span className="tv-line__label">
      <span className="tv-line__words">{words}</span>
      {number}
    </span>
  );
}

/** What is said of a break that nobody ended, which may be long over; null without one. `leavesAt`: when the person leaves. */
export function useBreakNote(
  { breaks }: Shift,
  timerMinutes: number,
  leavesAt?: number,
): TelevisionNote | null {
  const record = breaks.find((slot) => slot !== null && slot.endedAt === null) ?? null;
  const display = useBreak(record, timerMinutes, leavesAt);
  if (display.state === 'running')
    return { ...amber(`${showCountdown(display.leftMs)} left`), isBreak: true };
  if (display.state === 'over') return { ...red(`${showLate(display.overMs)} late`), isBreak: true };
  return display.state === 'unconfirmed' ? calm('not confirmed') : null;
}
