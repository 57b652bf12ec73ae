import IconAlarm from '@tabler/icons-react/dist/esm/icons/IconAlarm.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCoffee from '@tabler/icons-react/dist/esm/icons/IconCoffee.mjs';
import type { ReactNode } from 'react';
import {
  type BreakSlot,
  breakTimes,
  endedBreak,
  showCountdown,
  showOver,
} from '../../../domain/day/break.ts';
import { dueMinute } from '../../../domain/day/due-breaks.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { leavesAt } from '../../../domain/day/presence.ts';
import type { Shift } from '../../../domain/day/shift.ts';
import { fromMinutes } from '../../../domain/time/clock-time.ts';
import { wallClock } from '../../../domain/time/date.ts';
import { isEnding, useBreak } from '../../parts/board/use-break.ts';
import { Card } from '../../ui/page/card.tsx';

type MyBreaksProps = { layout: Layout; shift: Shift; minute: number; timeZone: string };

export function MyBreaks({ layout, shift, minute, timeZone }: MyBreaksProps) {
  const { breaks } = shift;
  return (
    <Card title={breaks.length === 1 ? 'My Break' : 'My Breaks'}>
      <ul className="mine__breaks">
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
  );
}

type MyBreakProps = {
  slot: BreakSlot;
  name: string;
  /** In minutes of the day; null if it is due at no time. */
  due: number | null;
  timerMinutes: number;
  /** When the person leaves. */
  leaves: number;
  minute: number;
  timeZone: string;
};

function MyBreak({ slot, name, due, timerMinutes, leaves, minute, timeZone }: MyBreakProps) {
  const display = useBreak(slot, timerMinutes, leaves);
  const until = slot ? fromMinutes(wallClock(slot.startedAt + timerMinutes * 60_000, timeZone).minutes) : '';
  switch (display.state) {
    case 'not-taken':
      return (
        <Row
          look={due !== null && minute >= due ? 'due' : 'waiting'}
          icon={<IconAlarm />}
          name={name}
          text={
            due === null ? 'Not taken yet' : `${minute >= due ? 'Due since' : 'Due at'} ${fromMinutes(due)}`
          }
        />
      );
    case 'running':
      return (
        <Row
          look={isEnding(display) ? 'ending' : 'running'}
          icon={<IconCoffee />}
          name={name}
          text={`Until ${until}`}
          aside={
            <span role="timer" aria-label={`${showCountdown(display.leftMs)} left`}>
              {showCountdown(display.leftMs)}
            </span>
          }
        />
      );
    case 'over':
      return (
        <Row
          look="ending"
          icon={<IconAlarm />}
          name={name}
          text={`Time’s up. It was until ${until}`}
          aside={`${showOver(display.overMs)} over`}
        />
      );
    case 'unconfirmed':
      return (
        <Row
          look="waiting"
          icon={<IconAlarm />}
          name={name}
          text={`Not confirmed, ${breakTimes(slot, timerMinutes, timeZone)}`}
        />
      );
    case 'done':
      return (
        <Row
          look="done"
          icon={<IconCheck />}
          name={name}
          text={`Taken ${breakTimes(endedBreak(slot, timerMinutes, leaves, leaves), timerMinutes, timeZone)}`}
        />
      );
  }
}

type RowProps = {
  look: 'waiting' | 'due' | 'running' | 'ending' | 'done';
  icon: ReactNode;
  name: string;
  text: string;
  aside?: ReactNode;
};

function Row({ look, icon, name, text, aside }: RowProps) {
  return (
    <li className={`mine__break mine__break--${look}`}>
      <span className="mine__break-icon" aria-hidden="true">
        {icon}
      </span>
      <span className="mine__break-words">
        <strong>{name}</strong>
        <span>{text}</span>
      </span>
      {aside && <span className="mine__break-time">{aside}</span>}
    </li>
  );
}
