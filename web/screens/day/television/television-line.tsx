import IconCoffee from '@tabler/icons-react/dist/esm/icons/IconCoffee.mjs';
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { words } from '../../../../client/words/words.ts';
import { isSame } from '../../../../domain/change/same.ts';
import { showCountdown, showLate } from '../../../../domain/day/break.ts';
import { type Shift, slotMinutes } from '../../../../domain/day/shift.ts';
import { useBreak } from '../../../parts/board/break-slot.tsx';

const t = words('television');

type Measure = (text: string, font: string) => number;

/** What `choose` makes of the room of a line: again with each other size of it, and once a font has other letters. */
function useFitted<Fitted>(
  line: RefObject<HTMLElement | null>,
  initial: Fitted,
  choose: (element: HTMLElement, width: Measure) => Fitted,
  about: string,
): Fitted {
  const [fitted, setFitted] = useState(initial);
  const measure = useEffectEvent((pen: CanvasRenderingContext2D) => {
    if (!line.current) return;
    const next = choose(line.current, (text, font) => {
      pen.font = font;
      return pen.measureText(text).width;
    });
    setFitted((last) => (isSame(last, next) ? last : next));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other texts need other room
  useLayoutEffect(() => {
    const element = line.current;
    const pen = document.createElement('canvas').getContext('2d');
    if (!element || !pen) return;
    const again = () => measure(pen);
    again();
    const observer = new ResizeObserver(again);
    observer.observe(element);
    document.fonts.addEventListener('loadingdone', again);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', again);
    };
  }, [line, about]);
  return fitted;
}

type FittedProps = { text: string; by: typeof fitName; className: string };

/** Text on one line, whole: what is too long for it is shortened by `fitName` or `fitLabel`. */
export function Fitted({ text, by, className }: FittedProps) {
  const line = useRef<HTMLSpanElement>(null);
  const choose = (element: HTMLElement, width: Measure) => {
    const { font } = getComputedStyle(element);
    const room = element.clientWidth;
    return by(text, (part) => room === 0 || width(part, font) <= room);
  };
  const shown = useFitted(line, text, choose, text);
  return (
    <span ref={line} className={className}>
      {shown}
    </span>
  );
}

export const FittedName = ({ name }: { name: string }) => (
  <Fitted text={name} by={fitName} className="tv-line__name" />
);

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

/** 'Order Taker 2' as 'Order Tak. 2': the longest word loses letters first, and numbers stay. */
export function fitLabel(label: string, fits: (text: string) => boolean): string {
  const words = label.split(' ').map((word) => ({ word, letters: word.match(/\P{M}\p{M}*/gu) ?? [] }));
  const left = words.map(({ letters }) => letters.length);
  const shown = () =>
    words
      .map(({ word, letters }, at) => {
        const count = left[at] ?? 0;
        return count === letters.length ? word : `${letters.slice(0, count).join('')}.`;
      })
      .join(' ');
  const byLength = [...words.keys()]
    .filter((at) => !/\d/.test(words[at]?.word ?? ''))
    .sort(
      (one, other) => (words[other]?.letters.length ?? 0) - (words[one]?.letters.length ?? 0) || other - one,
    );
  for (const fewest of [3, 1]) {
    for (const at of byLength) {
      for (let count = left[at] ?? 0; count > fewest && !fits(shown()); count--) left[at] = count - 1;
    }
  }
  return shown();
}

/** What is said of somebody, once: `amber` and `red` are for what somebody must do now. */
export interface TelevisionNote {
  readonly text: string;
  /** Where the text leaves no room for what stands beside it. */
  readonly brief?: string;
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
      <About label={label ?? ''} note={note} />
      <FittedName name={name} />
    </li>
  );
}

/** The name of a position, and what is said of who is on it. The name stays whole beside a long note. */
function About({ label, note }: { label: string; note: TelevisionNote }) {
  const line = useRef<HTMLSpanElement>(null);
  const { text, brief = text, isBreak = false } = note;
  const choose = (element: HTMLElement, width: Measure) => {
    const { fontFamily, fontSize, columnGap } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    const room = element.clientWidth;
    const ofLabel = (part: string) => width(part, `500 ${fontSize} ${fontFamily}`);
    const ofNote = (part: string) =>
      part === ''
        ? 0
        : width(part, `600 ${fontSize} ${fontFamily}`) +
          (isBreak ? 1.3 * size : 0) +
          (Number.parseFloat(columnGap) || 0);
    const fits = (part: string, beside: string) => room === 0 || ofLabel(part) + ofNote(beside) <= room - 1;
    const isBrief = !fits(label, text);
    return { isBrief, label: fitLabel(label, (part) => fits(part, isBrief ? brief : text)) };
  };
  // a countdown has digits of one width
  const lengths = `${label} ${text.length} ${brief.length} ${isBreak}`;
  const fitted = useFitted(line, { isBrief: false, label }, choose, lengths);
  const said = fitted.isBrief ? brief : text;
  return (
    <span className="tv-line__about" ref={line}>
      {label !== '' && <span className="tv-line__label">{fitted.label}</span>}
      {said !== '' && (
        <span className="tv-line__note">
          {isBreak && <IconCoffee aria-hidden="true" />}
          {said}
        </span>
      )}
    </span>
  );
}

/** What is said of a break that nobody ended, which may be long over; null without one. `leavesAt`: when the person leaves. */
export function useBreakNote(shift: Shift, timerMinutes: number, leavesAt?: number): TelevisionNote | null {
  const running = shift.breaks.findIndex((slot) => slot !== null && slot.endedAt === null);
  const lasts = slotMinutes(shift, running, { breakTimerMinutes: timerMinutes });
  const display = useBreak(shift.breaks[running] ?? null, lasts, leavesAt);
  if (display.state === 'running') {
    const left = showCountdown(display.leftMs);
    return { ...amberNote(t('left', { time: left })), brief: left, isBreak: true };
  }
  if (display.state === 'over') {
    return { ...redNote(t('late-by', { time: showLate(display.overMs) })), brief: t('late'), isBreak: true };
  }
  return display.state === 'unconfirmed' ? calmNote(t('not-confirmed')) : null;
}
