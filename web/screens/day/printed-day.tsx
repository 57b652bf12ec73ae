import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Layout } from '../../../domain/day/layout.ts';
import { useMembership } from '../../parts/page/client-context.tsx';
import { DaySheet } from '../../parts/paper/day-sheet.tsx';
import { PaperAlone } from '../../parts/paper/paper.tsx';
import { useListener } from '../../ui/page/events.ts';
import './printed-day.css';

/** For who prints with the browser's own command: the day's sheet, in place of what the screen shows. */
export function PrintedDay({ layout }: { layout: Layout }) {
  const [isPrinting, setPrinting] = useState(false);
  const team = useMembership()?.name ?? '';
  // the browser takes the page as it is when the event ends
  useListener('beforeprint', () => flushSync(() => setPrinting(true)));
  useListener('afterprint', () => setPrinting(false));
  if (!isPrinting) return null;
  return (
    <div className="printed-day">
      <PaperAlone>
        <DaySheet layout={layout} team={team} />
      </PaperAlone>
    </div>
  );
}
