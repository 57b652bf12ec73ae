import IconAlarm from '@tabler/icons-react/dist/esm/icons/IconAlarm.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCoffee from '@tabler/icons-react/dist/esm/icons/IconCoffee.mjs';
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs';
import { memo, useMemo, useReducer } from 'react';
import { words } from '../../../client/words/words.ts';
import {
  type BreakDisplay,
  type BreakPress,
  type BreakSlot,
  breakDisplay,
  pressWants,
  showCountdown,
  showLate,
  showOver,
} from '../../../domain/day/break.ts';
import { type Shift, type Skip, skipOf } from '../../../domain/day/shift.ts';
import { useClient } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';
import { useNames } from './use-board.tsx';
import './break-slot.css';

const t = words('day');

export type PressBreak = (shift: Shift, index: number, wants: BreakPress | 'confirm') => void;

type BreakSlotButtonProps = {
  shift: Shift;
  /** Which of the shift's breaks, from 0. */
  index: number;
  timerMinutes: number;
  leavesAt: number;
  times: string;
  onPress?: PressBreak;
};

export const BreakSlotButton = memo(function BreakSlotButton(props: BreakSlotButtonProps) {
  const { shift, index, timerMinutes, leavesAt, times, onPress } = props;
  const client = useClient();
  const [timesAsked, ask] = useReducer((times: number) => times + 1, 0);
  const teamMember = useNames()(shift).full;
  const slot = shift.breaks[index] ?? null;
  const display = useBreak(slot, timerMinutes, leavesAt);
  const skip = skipOf(shift, index)?.how ?? null;
  const { state } = display;
  const minutesLeft = state === 'running' ? Math.ceil(display.leftMs / 60_000) : 0;
  const minutesOver = state === 'over' ? Math.floor(display.overMs / 60_000) : 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a name that changed every second would never be silent
  const label = useMemo(
    () => spokenBreak({ teamMember, index, display, times, skip }),
    [teamMember, index, times, state, skip, minutesLeft, minutesOver, timesAsked],
  );
  const look = `break-slot break-slot--${skip ? 'done' : isEnding(display) ? 'ending' : state}`;

  if (!onPress) {
    return (
      <span className={`${look} break-slot--shown`} role="img" aria-label={label}>
        <SlotFace display={display} skip={skip} />
      </span>
    );
  }
  return (
    <span className={look}>
      <SlotFace display={display} skip={skip} />
      {/* over the face and not around it, so that the label doesn't change with every second */}
      <button
        type="button"
        className="bare break-slot__button"
        aria-label={label}
        onFocus={ask}
        onClick={() =>
          onPress(shift, index, pressWants(breakDisplay(slot, timerMinutes, client.now(), leavesAt)))
        }
      />
    </span>
  );
});

function SlotFace({ display, skip }: { display: BreakDisplay; skip: Skip | null }) {
  if (skip) return <span aria-hidden="true">{t(`break-${skip}`)}</span>;
  if (display.state === 'not-taken') return <IconAlarm aria-hidden="true" />;
  if (display.state === 'done') return <IconCheck aria-hidden="true" />;
  if (display.state !== 'running') {
    const isOver = display.state === 'over';
    return (
      <>
        {isOver ? <IconCheck aria-hidden="true" /> : <IconHelp aria-hidden="true" />}
        <span className="break-slot__over" aria-hidden="true">
          {isOver ? t('late-by', { time: showLate(display.overMs) }) : t('not-confirmed')}
        </span>
      </>
    );
  }
  const left = { '--left': display.leftMs / display.totalMs };
  return (
    <>
      <span className="break-slot__fill" style={left as React.CSSProperties} />
      <IconCoffee aria-hidden="true" />
      <span className="break-slot__time" aria-hidden="true">
        {showCountdown(display.leftMs)}
      </span>
    </>
  );
}

/** 'on break, 16:40 left', 'late back, 22:13': the break that somebody is on, under their name; nothing once it is over. */
export function BreakNote({ slot, timerMinutes }: { slot: BreakSlot; timerMinutes: number }) {
  const display = useBreak(slot, timerMinutes);
  if (display.state !== 'running' && display.state !== 'over') return null;
  const isLate = display.state === 'over';
  return (
    <span className={isLate ? 'break-note break-note--late screen-only' : 'break-note screen-only'}>
      <IconCoffee aria-hidden="true" />
      <span>
        {isLate ? t('late-back') : <span className="break-note__on">{t('on-break')}</span>}
        {/* a name that changed every second would never be silent */}
        <span aria-hidden="true">
          {isLate ? ', ' : <span className="break-note__on">, </span>}
          {isLate ? showLate(display.overMs) : t('left', { time: showCountdown(display.leftMs) })}
        </span>
      </span>
    </span>
  );
}

/** What a slot shows now; `leavesAt` is when its person leaves. The component renders only when that changes. */
export function useBreak(slot: BreakSlot, timerMinutes: number, leavesAt?: number): BreakDisplay {
  const client = useClient();
  const shown = useTicking(
    () => JSON.stringify(rounded(breakDisplay(slot, timerMinutes, client.now(), leavesAt))),
    slot !== null && slot.endedAt === null,
  );
  return JSON.parse(shown) as BreakDisplay;
}

/** To the second; what is over for an hour, to the minute. */
function rounded(display: BreakDisplay): BreakDisplay {
  if (display.state === 'running') return { ...display, leftMs: Math.ceil(display.leftMs / 1000) * 1000 };
  if (display.state !== 'over') return display;
  const step = display.overMs < 3_600_000 ? 1000 : 60_000;
  return { ...display, overMs: Math.floor(display.overMs / step) * step };
}

const lastMinutes = 2 * 60_000;

export const isEnding = (display: BreakDisplay): boolean =>
  display.state === 'running' && display.leftMs < lastMinutes;

type SpokenBreak = {
  teamMember: string;
  index: number;
  display: BreakDisplay;
  times: string;
  skip?: Skip | null;
};

/** 'Chloe Davis, break 1: running, 3:58 left, since 10:02 AM' */
export function spokenBreak({ teamMember, index, display, times, skip = null }: SpokenBreak): string {
  const gaps = {
    name: teamMember,
    number: index + 1,
    state: skip ? t(`break-${skip}`) : spokenState(display),
  };
  return times === '' ? t('spoken-break', gaps) : t('spoken-break-at', { ...gaps, times });
}

function spokenState(display: BreakDisplay): string {
  switch (display.state) {
    case 'not-taken':
      return t('not-taken');
    case 'running':
      return t('running', { time: showCountdown(display.leftMs) });
    case 'over':
      return showOver(display.overMs, t);
    case 'unconfirmed':
      return t('not-confirmed');
    case 'done':
      return t('done');
  }
}
