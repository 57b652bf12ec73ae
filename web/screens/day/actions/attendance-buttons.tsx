import IconClockPause from '@tabler/icons-react/dist/esm/icons/IconClockPause.mjs';
import IconDoorExit from '@tabler/icons-react/dist/esm/icons/IconDoorExit.mjs';
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import IconMoodSick from '@tabler/icons-react/dist/esm/icons/IconMoodSick.mjs';
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import IconUserX from '@tabler/icons-react/dist/esm/icons/IconUserX.mjs';
import type { ReactNode } from 'react';
import { showLate, showMarked, showOut } from '../../../../domain/day/attendance.ts';
import { outTime } from '../../../../domain/day/presence.ts';
import type { OutReason, Shift } from '../../../../domain/day/shift.ts';
import { uncoveredBy } from '../../../../domain/day/uncovered.ts';
import { spanOf } from '../../../../domain/time/clock-time.ts';
import { minutesInto } from '../../../../domain/time/date.ts';
import { useNames } from '../../../parts/board/board-names.tsx';
import { useClient, useTimeZone } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import type { OnBoard } from './on-board.ts';
import { RecordedBy } from './recorded-by.tsx';

type AttendanceProps = OnBoard & { shift: Shift; onDone: () => void };

const outButtons: readonly { reason: OutReason; label: string; icon: ReactNode; isHere?: true }[] = [
  { reason: 'sick', label: 'Out Sick', icon: <IconMoodSick /> },
  { reason: 'no-show', label: 'No-Show', icon: <IconUserX /> },
  // only for somebody who is here
  { reason: 'left-early', label: 'Left Early', icon: <IconDoorExit />, isHere: true },
  { reason: 'sent-home', label: 'Sent Home', icon: <IconHome />, isHere: true },
];

/** Says why somebody is out; each is one press. */
export function OutButtons({ layout, shift, places, onDone }: AttendanceProps) {
  const client = useClient();
  const timeZone = useTimeZone();
  const name = useNames()(shift).first;
  const minute = () => minutesInto(layout.date, client.now(), timeZone);
  const { start, end } = spanOf(shift, layout.dayStart);
  const isHere = start <= minute() && minute() < end;
  if (shift.out) return null;

  function callOut(reason: OutReason) {
    const at = client.now();
    const by = client.me.get()?.user?.id ?? null;
    // who never came is out from the start
    const from = reason === 'no-show' ? shift.startTime : outTime(shift, minute(), layout.dayStart);
    const open = uncoveredBy(layout, shift, { reason, from, at, by }, minute());
    const said = `${name} is out.${open && ` Open: ${open}`}`;
    if (places.change({ type: 'shift.out', shift: shift.id, reason, from, keeps: 'stood', at, by }, said))
      onDone();
  }

  return (
    <div className="sheet__grid">
      {outButtons
        .filter((each) => isHere || !each.isHere)
        .map(({ reason, label, icon }) => (
          <Button key={reason} size="big" icon={icon} onPress={() => callOut(reason)}>
            {label}
          </Button>
        ))}
    </div>
  );
}

/** Says that somebody comes later; for who is late or out, that they are here. */
export function LateButton({ shift, places, onDone, onLate }: AttendanceProps & { onLate: () => void }) {
  if (!shift.out && !shift.late) {
    return (
      <Button size="big" icon={<IconClockPause />} onPress={onLate}>
        Late
      </Button>
    );
  }
  const isBack = () => places.change({ type: 'shift.back', shift: shift.id }) && onDone();
  return (
    <Button size="big" icon={<IconUserCheck />} onPress={isBack}>
      {shift.out ? 'Back at Work' : 'Here Now'}
    </Button>
  );
}

/** Says why somebody isn't here, and who recorded it. */
export function AttendanceText({ shift }: { shift: Shift }) {
  const timeZone = useTimeZone();
  const { out, late } = shift;
  const what = out ? showOut(out) : late && showLate(late);
  const by = (out ?? late)?.by ?? null;
  const marked = out && showMarked(out, timeZone);
  if (!what) return null;
  return (
    <p className="sheet__fact">
      {what}
      {marked && `, ${marked}`}
      {by !== null && <RecordedBy user={by} did={marked ? '' : ', marked'} />}.
      {out && ' They can’t be placed until they are back.'}
    </p>
  );
}
