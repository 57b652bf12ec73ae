import IconCoffee from '@tabler/icons-react/dist/esm/icons/IconCoffee.mjs';
import { useLayoutEffect, useRef, useState } from 'react';
import { showCountdown, showLate } from '../../../../domain/day/break.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { useBreak } from '../../../parts/board/break-slot.tsx';

/** A name on one line, whole: one that is too long for it is shortened by `fitName`. */
function FittedName({ name }: { name: string }) {
  const line = useRef<HTMLSpanElement>(null);
  const [shown, show] = useState(name);
  useLayoutEffect(() => {
    const element = line.current;
    const pen = document.createElement('canvas').getContext('2d');
    if (!element || !pen) return;
    const measure = () => {
      pen.font = getComputedStyle(element).font;
      const room = element.clientWidth;
      show(fitName(name, (text) => room === 0 || pen.measureText(text).width <= room));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // a font that comes later has letters of other widths
    document.fonts.addEventListener('loadingdone', measure);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', measure);
    };
  }, [name]);
  return (
    <span ref={line} className="tv-line__name">
      {shown}
    </span>
  );
}

/** 'Priyadarshini O.' as 'Priyadar. O.', with as many letters of the first name as fit; then with fewer of the last one. */
export function fitName(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name;
  const [first = '', ...others] = name.split(' ');
  const rest = others.join(' ');
  for (const begin of shorter(first)) {
    const text = rest === '' ? begin : `${begin} ${rest}`;
    if (fits(text)) return text;
  }
  const initial = [...shorter(first)].pop() ?? first;
  return [...shorter(rest)].map((end) => `${initial} ${end}`).find(fits) ?? initial;
}

function* shorter(text: string): Generator<string> {
  const letters = text.match(/\P{M}\p{M}*/gu) ?? [];
  for (let count = letters.length - 1; count > 0; count--) yield `${letters.slice(0, count).join('')}.`;
}

/** What is said of somebody, once: `amber` and `red` are for what somebody must do now. */
export interface TelevisionNote {
  readonly text: string;
  readonly tone: 'calm' | 'amber' | 'red';
  readonly isBreak?: boolean;
}

export const calmNote = (text: string): TelevisionNote => ({ text, tone: 'calm' });
export const amberNote = (text: string): TelevisionNote => ({ text, tone: 'amber' });
export const redNote = (text: string): TelevisionNote => ({ text, tone: 'red' });

type TelevisionLineProps = {
  label?: string;
  note: TelevisionNote;
  name: string;
  person?: string;
  isAway?: boolean;
  isOpen?: boolean;
};

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
      <FittedName name={name} />
    </li>
  );
}

/** A number at its end stays beside a note that leaves no room: 'Order T… 2'. */
function Label({ text }: { text: string }) {
  const [, words = text, number = ''] = /^(.+)( \d+)$/.exec(text) ?? [];
  return (
    <span className="tv-line__label">
      <span className="one-line">{words}</span>
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
    return { ...amberNote(`${showCountdown(display.leftMs)} left`), isBreak: true };
  if (display.state === 'over') return { ...redNote(`${showLate(display.overMs)} late`), isBreak: true };
  return display.state === 'unconfirmed' ? calmNote('not confirmed') : null;
}
