import { useEffect, useState } from 'react';
import { isClosed } from '../../../../domain/day/closed.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { minutesInto } from '../../../../domain/time/date.ts';
import { Clock } from '../../../parts/frame/frame.tsx';
import { useClient, useTimeZone } from '../../../parts/page/client-context.tsx';
import { useTicking } from '../../../parts/page/ticker.ts';
import { useListener } from '../../../ui/page/events.ts';
import { useStep } from './burn-in.ts';

const places = ['start start', 'center end', 'end center', 'start end', 'end start', 'center center'];
const wokenMilliseconds = 60_000;

/** After close, over the board: a dim clock on black, that never stays where it is. A press or a key lifts it for a minute. */
export function ClosedBoard({ layout }: { layout: Layout }) {
  const client = useClient();
  const timeZone = useTimeZone();
  const closed = useTicking(() => isClosed(layout, minutesInto(layout.date, client.now(), timeZone)));
  const isWoken = useWoken();
  const step = useStep();
  if (!closed || isWoken) return null;
  return (
    <div className="tv-closed" style={{ placeItems: places[step % places.length] }}>
      <Clock timeZone={timeZone} />
    </div>
  );
}

function useWoken(): boolean {
  const [at, wake] = useState<number | null>(null);
  useListener('pointerdown', () => wake(performance.now()));
  useListener('keydown', () => wake(performance.now()));
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => wake(null), wokenMilliseconds);
    return () => clearTimeout(timer);
  }, [at]);
  return at !== null;
}
