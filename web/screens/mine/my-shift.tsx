import { type ReactNode, useId } from 'react';
import { type MyDay, myDay, type Neighbor, type Place } from '../../../domain/crew/my-day.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { OutReason, Shift } from '../../../domain/day/shift.ts';
import { fromMinutes, lengthOf } from '../../../domain/time/clock-time.ts';
import { useNames } from '../../parts/board/board-names.tsx';
import { useMinuteOf } from '../../parts/board/use-today.ts';
import { NotesView } from '../../parts/notes/notes-view.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Card } from '../../ui/page/card.tsx';
import { MyBreaks } from './my-breaks.tsx';

type MyShiftProps = { layout: Layout; shift: Shift; timeZone: string };

const outTexts: Readonly<Record<OutReason, string>> = {
  sick: 'out sick',
  'no-show': 'not here',
  'left-early': 'gone early',
  'sent-home': 'sent home',
  unsaid: 'out',
};

/** One shift of today, as the person who works it needs to know it. */
export function MyShift({ layout, shift, timeZone }: MyShiftProps) {
  const minute = useMinuteOf(layout.date, timeZone);
  const day = myDay(layout, shift, minute);
  const { out, late } = shift;
  const [first, ...rest] = day.later;
  return (
    <>
      <p className="mine__hours">
        <strong>{`${shift.startTime} – ${shift.endTime}`}</strong>
        {` · ${showLength(lengthOf(shift))} · ${layout.area}`}
      </p>
      {out && (
        <Alert tone="warning">{`You’re marked as ${outTexts[out.reason]} from ${out.from}. If that’s wrong, tell your lead.`}</Alert>
      )}
      {!out && late && day.state === 'before' && (
        <Alert tone="info">
          {late.expected ? `You’re expected at ${late.expected}.` : 'You’re marked as late.'}
        </Alert>
      )}
      {day.state !== 'out' && <Now day={day} shift={shift} />}
      {shift.breaks.length > 0 && day.state !== 'out' && (
        <MyBreaks layout={layout} shift={shift} minute={minute} timeZone={timeZone} />
      )}
      {first && <Next place={first} />}
      {rest.length > 0 && <Later places={rest} />}
      {shift.note && (
        <Card title="Note for You" isPadded>
          <p>{shift.note}</p>
        </Card>
      )}
      {layout.notes.length > 0 && (
        <Card title="Notes" isPadded>
          <NotesView notes={layout.notes} />
        </Card>
      )}
    </>
  );
}

/** '8 h', '7 h 30 min'. */
function showLength(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}

function Now({ day, shift }: { day: MyDay; shift: Shift }) {
  if (day.now) {
    const { position, rotation, subarea, end } = day.now;
    return (
      <Part title="Now" isNow>
        <p className="mine__place">{position.name}</p>
        <p className="mine__about">{`${rotation.name} · ${subarea.name} · until ${fromMinutes(end)}`}</p>
        {day.beside.length > 0 && <Beside neighbors={day.beside} />}
      </Part>
    );
  }
  if (day.state === 'before') {
    return (
      <Part title="Now">
        <p className="mine__place">{`You start at ${fromMinutes(day.present?.start ?? 0)}`}</p>
      </Part>
    );
  }
  if (day.state === 'over') {
    return (
      <Part title="Now">
        <p className="mine__place">You’re done for today</p>
        <p className="mine__about">{`Your shift ended at ${shift.endTime}.`}</p>
      </Part>
    );
  }
  return (
    <Part title="Now">
      <p className="mine__place">No position right now</p>
      <p className="mine__about">Ask your lead where to go.</p>
    </Part>
  );
}

function Part({ title, isNow = false, children }: { title: string; isNow?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section className={isNow ? 'mine__now mine__now--placed' : 'mine__now'} aria-labelledby={id}>
      <h2 className="mine__label" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function Beside({ neighbors }: { neighbors: readonly Neighbor[] }) {
  const nameOf = useNames();
  return (
    <div className="mine__beside">
      <h3 className="mine__label">With you</h3>
      <ul>
        {neighbors.map(({ shift, position }) => (
          <li key={shift.id}>
            <strong>{nameOf(shift).short}</strong> {position.name}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Next({ place }: { place: Place }) {
  return (
    <Part title={`Next, at ${fromMinutes(place.start)}`}>
      <p className="mine__next">{place.position.name}</p>
      <p className="mine__about">{aboutOf(place)}</p>
    </Part>
  );
}

const aboutOf = ({ rotation, subarea, end }: Place): string =>
  `${rotation.name} · ${subarea.name} · until ${fromMinutes(end)}`;

function Later({ places }: { places: readonly Place[] }) {
  return (
    <Card title="Later" isPadded>
      <ul className="mine__later">
        {places.map((place) => (
          <li key={`${place.rotation.id} ${place.position.id}`}>
            <strong>{`${fromMinutes(place.start)} ${place.position.name}`}</strong>
            <span className="mine__about">{aboutOf(place)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
