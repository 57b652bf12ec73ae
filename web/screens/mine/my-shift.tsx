import IconAlarm from '@tabler/icons-react/dist/esm/icons/IconAlarm.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCoffee from '@tabler/icons-react/dist/esm/icons/IconCoffee.mjs';
import { type ReactNode, useId } from 'react';
import { type MyDay, myDay, type Place } from '../../../domain/crew/my-day.ts';
import {
  type BreakDisplay,
  type BreakSlot,
  breakTimes,
  endedBreak,
  showCountdown,
  showOver,
} from '../../../domain/day/break.ts';
import { dueMinute } from '../../../domain/day/due-breaks.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { OutReason, Shift } from '../../../domain/day/shift.ts';
import { leavesAt } from '../../../domain/day/who-is-there.ts';
import { fromMinutes, lengthOf } from '../../../domain/time/clock-time.ts';
import { wallClock } from '../../../domain/time/date.ts';
import { useNames } from '../../parts/board/board-names.tsx';
import { useMinuteOf } from '../../parts/board/use-board.ts';
import { isEnding, useBreak } from '../../parts/board/use-break.ts';
import { NotesCard } from '../../parts/notes/notes-view.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { Card } from '../../ui/page/card.tsx';

type MyShiftProps = { layout: Layout; shift: Shift; timeZone: string };

const outTexts: Readonly<Record<OutReason, string>> = {
  sick: 'out sick',
  'no-show': 'not here',
  'left-early': 'gone early',
  'sent-home': 'sent home',
  unsaid: 'out',
};

export function MyShift({ layout, shift, timeZone }: MyShiftProps) {
  const minute = useMinuteOf(layout.date, timeZone);
  const day = myDay(layout, shift, minute);
  const { out, late, breaks } = shift;
  const [first, ...rest] = day.later;
  return (
    <>
      <p className="quiet mine__hours">
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
      {breaks.length > 0 && day.state !== 'out' && (
        <Card title={breaks.length === 1 ? 'My Break' : 'My Breaks'}>
          <ul className="divided">
            {breaks.map((slot, index) => (
              <MyBreak
                // biome-ignore lint/suspicious/noArrayIndexKey: breaks are identified by their index
                key={index}
                slot={slot}
                name={breaks.length === 1 ? 'Break' : `Break ${index + 1}`}
                due={dueMinute(shift, index, layout)}
                timerMinutes={layout.breakTimerMinutes}
                leaves={leavesAt(shift, layout, timeZone)}
                minute={minute}
                timeZone={timeZone}
              />
            ))}
          </ul>
        </Card>
      )}
      {first && (
        <Part title={`Next, at ${fromMinutes(first.start)}`}>
          <p className="mine__next">{first.position.name}</p>
          <p className="quiet">{aboutOf(first)}</p>
        </Part>
      )}
      {rest.length > 0 && (
        <Card title="Later" isPadded>
          <ul className="mine__later divided">
            {rest.map((place) => (
              <li key={`${place.rotation.id} ${place.position.id}`}>
                <strong>{`${fromMinutes(place.start)} ${place.position.name}`}</strong>
                <p className="quiet">{aboutOf(place)}</p>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {shift.note && (
        <Card title="Note for You" isPadded>
          <p>{shift.note}</p>
        </Card>
      )}
      <NotesCard notes={layout.notes} />
    </>
  );
}

/** '8 h', '7 h 30 min'. */
function showLength(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}

function Now({ day, shift }: { day: MyDay; shift: Shift }) {
  const nameOf = useNames();
  const [what, about] = inShort(day, shift);
  return (
    <Part title="Now" isNow={day.now !== null}>
      <p className="mine__place">{what}</p>
      {about && <p className="quiet">{about}</p>}
      {day.now && day.beside.length > 0 && (
        <div className="mine__beside">
          <h3 className="hint">With you</h3>
          <ul className="mine__with">
            {day.beside.map((neighbor) => (
              <li key={neighbor.shift.id}>
                <strong>{nameOf(neighbor.shift).short}</strong> {neighbor.position.name}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Part>
  );
}

function inShort({ now, state, present }: MyDay, shift: Shift): readonly [what: string, about?: string] {
  if (now) return [now.position.name, aboutOf(now)];
  if (state === 'before') return [`You start at ${fromMinutes(present?.start ?? 0)}`];
  if (state === 'over') return ['You’re done for today', `Your shift ended at ${shift.endTime}.`];
  return ['No position right now', 'Ask your lead where to go.'];
}

type PartProps = { title: string; isNow?: boolean; children: ReactNode };

function Part({ title, isNow = false, children }: PartProps) {
  const id = useId();
  return (
    <section className={isNow ? 'card mine__now mine__now--placed' : 'card mine__now'} aria-labelledby={id}>
      <h2 className="hint" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

const aboutOf = ({ rotation, subarea, end }: Place): string =>
  `${rotation.name} · ${subarea.name} · until ${fromMinutes(end)}`;

type MyBreakProps = {
  slot: BreakSlot;
  name: string;
  /** In minutes of the day; null if it is due at no time. */
  due: number | null;
  timerMinutes: number;
  leaves: number;
  minute: number;
  timeZone: string;
};

function MyBreak(props: MyBreakProps) {
  const { slot, name, timerMinutes, leaves } = props;
  const { look, icon, text, aside } = faceOf(useBreak(slot, timerMinutes, leaves), props);
  return (
    <li className={`line mine__break mine__break--${look}`}>
      <span className="mine__break-icon" aria-hidden="true">
        {icon}
      </span>
      <div className="mine__break-words">
        <strong>{name}</strong>
        <p>{text}</p>
      </div>
      {aside && <span className="mine__break-time">{aside}</span>}
    </li>
  );
}

type BreakFace = { look: string; icon: ReactNode; text: string; aside?: ReactNode };

function faceOf(
  display: BreakDisplay,
  { slot, due, timerMinutes, leaves, minute, timeZone }: MyBreakProps,
): BreakFace {
  const until = slot ? fromMinutes(wallClock(slot.startedAt + timerMinutes * 60_000, timeZone).minutes) : '';
  switch (display.state) {
    case 'not-taken': {
      if (due === null) return { look: 'waiting', icon: <IconAlarm />, text: 'Not taken yet' };
      const isDue = minute >= due;
      const text = `${isDue ? 'Due since' : 'Due at'} ${fromMinutes(due)}`;
      return { look: isDue ? 'due' : 'waiting', icon: <IconAlarm />, text };
    }
    case 'running': {
      const left = showCountdown(display.leftMs);
      const aside = (
        <span role="timer" aria-label={`${left} left`}>
          {left}
        </span>
      );
      const look = isEnding(display) ? 'ending' : 'running';
      return { look, icon: <IconCoffee />, text: `Until ${until}`, aside };
    }
    case 'over': {
      const aside = `${showOver(display.overMs)} over`;
      return { look: 'ending', icon: <IconAlarm />, text: `Time’s up. It was until ${until}`, aside };
    }
    case 'unconfirmed': {
      const text = `Not confirmed, ${breakTimes(slot, timerMinutes, timeZone)}`;
      return { look: 'waiting', icon: <IconAlarm />, text };
    }
    case 'done': {
      const taken = breakTimes(endedBreak(slot, timerMinutes, leaves, leaves), timerMinutes, timeZone);
      return { look: 'done', icon: <IconCheck />, text: `Taken ${taken}` };
    }
  }
}
