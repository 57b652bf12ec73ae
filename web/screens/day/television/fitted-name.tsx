import { useLayoutEffect, useRef, useState } from 'react';

type FittedNameProps = { name: string; className: string };

/** A name on one line, whole: one that is too long for it is shortened by `fitName`. */
export function FittedName({ name, className }: FittedNameProps) {
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
    <span ref={line} className={className}>
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
  const initial = lastOf(shorter(first), first);
  return [...shorter(rest)].map((end) => `${initial} ${end}`).find(fits) ?? initial;
}

/** The text with fewer and fewer letters, and a period. */
function* shorter(text: string): Generator<string> {
  const letters = text.match(/\P{M}\p{M}*/gu) ?? [];
  for (let count = letters.length - 1; count > 0; count--) yield `${letters.slice(0, count).join('')}.`;
}

const lastOf = (texts: Iterable<string>, otherwise: string): string => [...texts].pop() ?? otherwise;
