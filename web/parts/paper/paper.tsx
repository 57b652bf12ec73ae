import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { showMinute, showShortDay } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { businessDay, type IsoDate, wallClock } from '../../../domain/time/date.ts';
import { useClient, useTeam, useTimeZone } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';
import { fitPaper } from './fit.ts';
import './paper.css';

const t = words('paper');

type PaperProps = {
  /** What it is for who hears it. */
  label: string;
  orientation: 'landscape' | 'portrait';
  /** In points, where there is little to say. */
  mostSize?: number;
  children: ReactNode;
};

/** One page for a printer, Letter or A4. On the screen it is the same sheet, as small as the screen. */
export function Paper({ label, orientation, mostSize = 12, children }: PaperProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const refit = () => sheet.current && fitPaper(sheet.current, mostSize);
  // other words, or others: the room they take is known once they are drawn
  useLayoutEffect(() => void refit());
  const fitAgain = useEffectEvent(refit);
  useEffect(() => {
    const { fonts } = document;
    const again = () => void fitAgain();
    fonts?.addEventListener('loadingdone', again);
    return () => fonts?.removeEventListener('loadingdone', again);
  }, []);
  return (
    <section className={`paper paper--${orientation}`} aria-label={label}>
      <div className="paper__sheet" ref={sheet}>
        {children}
      </div>
    </section>
  );
}

/** Of the page around them, sheets alone are printed. */
export function PaperAlone({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    document.documentElement.dataset.prints = 'paper';
    return () => {
      delete document.documentElement.dataset.prints;
    };
  }, []);
  return children;
}

type PaperHeadProps = {
  title: string;
  about: string;
  /** The day that it is about: printed on another, it says which. */
  date: IsoDate;
  /** What is written by hand: 'Lead'. */
  blanks?: readonly string[];
};

export function PaperHead({ title, about, date, blanks = [] }: PaperHeadProps) {
  return (
    <header className="paper__head">
      <div className="paper__about">
        <h2 className="paper__title">{title}</h2>
        <p>{about}</p>
      </div>
      {blanks.map((blank) => (
        <WriteIn key={blank} label={blank} />
      ))}
      <Printed date={date} />
    </header>
  );
}

function Printed({ date }: { date: IsoDate }) {
  const client = useClient();
  const timeZone = useTimeZone();
  const now = useTicking(() => Math.floor(client.now() / 60_000)) * 60_000;
  const team = useTeam();
  const dayStart = team.state === 'ready' ? team.body.dayStart : '12:00 AM';
  const printed = wallClock(now, timeZone);
  const time = showMinute(printed.minutes);
  // after midnight, the sheet of the night before is still today's
  const isToday = businessDay(now, timeZone, dayStart) === date;
  return (
    <p className="paper__printed">
      {t('printed', { time: isToday ? time : `${showShortDay(printed.date)}, ${time}` })}
    </p>
  );
}

/** A line to write on. */
export function WriteIn({ label }: { label?: string }) {
  return (
    <span className="write-in">
      {label && <span>{label}</span>}
      <span className="write-in__line" />
    </span>
  );
}

/** A box to tick. */
export const TickBox = ({ isTicked = false }: { isTicked?: boolean }) => (
  <span className={isTicked ? 'tick-box tick-box--ticked' : 'tick-box'} aria-hidden="true" />
);
