import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type BreakSlot, breakTimes } from '../../../../domain/day/break.ts';
import { coverRotation, fromUntilText, type PersonCoverage } from '../../../../domain/day/coverage.ts';
import { dueMinute } from '../../../../domain/day/due-breaks.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { breaksAt, isOutDuring, overlapping, unassigned } from '../../../../domain/day/who-is-there.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { fromMinutes, shortRange } from '../../../../domain/time/clock-time.ts';
import { useNames } from '../../../parts/board/use-board.tsx';
import { NotesCard } from '../../../parts/notes/notes-view.tsx';
import { useClient, useTimeZone } from '../../../parts/page/client-context.tsx';
import { useListener } from '../../../ui/page/events.ts';
import { Card } from '../../../ui/page/page.tsx';
import './printed-day.css';

/** The whole day on paper, in place of the rotation on the screen. It is drawn only while the browser prints. */
export function PrintedDay({ layout }: { layout: Layout }) {
  const [isPrinting, setPrinting] = useState(false);
  // the browser takes the page as it is when the event ends
  useListener('beforeprint', () => flushSync(() => setPrinting(true)));
  useListener('afterprint', () => setPrinting(false));
  if (!isPrinting) return null;
  return (
    <div className="printed-day">
      <NotesCard notes={layout.notes} />
      {layout.rotations.map((rotation) => (
        <PrintedRotation key={rotation.id} layout={layout} rotation={rotation} />
      ))}
      <PrintedBreaks layout={layout} />
    </div>
  );
}

/** Paper is read at any time of the day: everything is as planned for the rotation's start. */
const beforeTheDay = { minute: Number.NEGATIVE_INFINITY, now: 0 };

function PrintedRotation({ layout, rotation }: { layout: Layout; rotation: Rotation }) {
  const { shifts, dayStart } = layout;
  const { positions } = coverRotation(layout, rotation, beforeTheDay);
  const out = overlapping(shifts, rotation, dayStart).filter((shift) =>
    isOutDuring(shift, rotation, dayStart),
  );
  return (
    <section>
      <h2>
        {rotation.name} <span>{`${rotation.startTime} – ${rotation.endTime}`}</span>
      </h2>
      <div className="printed-day__cards">
        {rotation.subareas.map((subarea) => (
          <Card key={subarea.id} title={subarea.name}>
            <ul>
              {subarea.positions.map(({ id, name }) => (
                <li key={id} className="printed-day__row">
                  <span>{name}</span>
                  <Names people={positions.get(id)?.people ?? []} />
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
      <People title="No position" shifts={unassigned(shifts, rotation, dayStart)} />
      <People title="Out" shifts={out} />
    </section>
  );
}

function Names({ people }: { people: readonly PersonCoverage[] }) {
  const nameOf = useNames();
  const coming = people.filter(({ state }) => state !== 'gone');
  if (coming.length === 0) return <i>Open</i>;
  return (
    <span>
      {coming.map((person) => (
        <span key={person.shift.id} className="printed-day__person">
          <b>{nameOf(person.shift).full}</b> {fromUntilText(person)}
        </span>
      ))}
    </span>
  );
}

function People({ title, shifts }: { title: string; shifts: readonly Shift[] }) {
  const nameOf = useNames();
  if (shifts.length === 0) return null;
  return (
    <p className="printed-day__people">
      <span>{title}</span> {shifts.map((shift) => `${nameOf(shift).full} ${shortRange(shift)}`).join(', ')}
    </p>
  );
}

function PrintedBreaks({ layout }: { layout: Layout }) {
  const nameOf = useNames();
  const client = useClient();
  const timeZone = useTimeZone();
  const shifts = layout.shifts.filter(({ breaks, out }) => breaks.length > 0 && !out);
  if (shifts.length === 0) return null;
  const showBreak = (shift: Shift, slot: BreakSlot, index: number): string => {
    const taken = breakTimes(slot, layout.breakTimerMinutes, timeZone);
    const due = dueMinute(shift, index, layout);
    return taken || (due === null ? '' : `due ${fromMinutes(due)}`);
  };
  return (
    <section>
      <h2>Breaks</h2>
      <ul className="printed-day__breaks">
        {shifts.map((shift) => (
          <li key={shift.id} className="printed-day__row">
            <b>{nameOf(shift).full}</b>
            <span>{shortRange(shift)}</span>
            <span>
              {breaksAt(shift, layout, { now: client.now(), timeZone }).map((slot, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: breaks are identified by their index
                <span key={index} className={slot === null ? 'printed-day__break' : undefined}>
                  {showBreak(shift, slot, index)}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
