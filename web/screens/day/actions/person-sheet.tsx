import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import IconCalendarUser from '@tabler/icons-react/dist/esm/icons/IconCalendarUser.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconClockEdit from '@tabler/icons-react/dist/esm/icons/IconClockEdit.mjs';
import IconClockPause from '@tabler/icons-react/dist/esm/icons/IconClockPause.mjs';
import IconCoffee from '@tabler/icons-react/dist/esm/icons/IconCoffee.mjs';
import IconDoorExit from '@tabler/icons-react/dist/esm/icons/IconDoorExit.mjs';
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import IconMoodSick from '@tabler/icons-react/dist/esm/icons/IconMoodSick.mjs';
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs';
import IconUserX from '@tabler/icons-react/dist/esm/icons/IconUserX.mjs';
import { type ReactNode, useRef, useState } from 'react';
import { crewIndex } from '../../../../domain/crew/crew.ts';
import { rotationsAsWorked, showLate, showMarked, showOut } from '../../../../domain/day/attendance.ts';
import { breakDisplay, breakTimes } from '../../../../domain/day/break.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { jobOf, type OutReason, type Shift } from '../../../../domain/day/shift.ts';
import { uncoveredBy } from '../../../../domain/day/uncovered.ts';
import { breaksAt, leavesAt, outTime } from '../../../../domain/day/who-is-there.ts';
import { overlapping, positionsOf } from '../../../../domain/plan/rotation.ts';
import { sentence } from '../../../../domain/problem/sentence.ts';
import {
  type ClockTime,
  fromMinutes,
  shortRange,
  shortTime,
  spanOf,
} from '../../../../domain/time/clock-time.ts';
import { minutesInto } from '../../../../domain/time/date.ts';
import { shiftLengths } from '../../../../domain/time/typed-ranges.ts';
import { readingsOf } from '../../../../domain/time/typed-times.ts';
import { useNames } from '../../../parts/board/board-names.tsx';
import { FormDialog, useFormOutcome } from '../../../parts/forms/submit.tsx';
import { rangeOf, TimeRangeFields, useTimeRange } from '../../../parts/forms/time-range.tsx';
import { useClient, useCrew, useTimeZone } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { usePressBreak } from '../breaks/break-rail.tsx';
import { RecordedBy } from './recorded-by.tsx';
import { type OnBoard, Sheet, usePageAbove } from './sheet.tsx';

type LateChoicesProps = OnBoard & { shift: Shift; onDone: () => void; onBack: () => void };

const roundedTo = 5;

function LateChoices({ layout, shift, places, onDone, onBack }: LateChoicesProps) {
  const client = useClient();
  const timeZone = useTimeZone();
  const [typed, type] = useState('');
  const [problem, setProblem] = useState('');
  const { start, end } = spanOf(shift, layout.dayStart);
  const from = Math.max(start, minutesInto(layout.date, client.now(), timeZone));
  const quick = [15, 30]
    .map((later) => ({ later, at: Math.ceil((from + later) / roundedTo) * roundedTo }))
    .filter(({ at }) => at < end);

  function expect(expected: ClockTime | null) {
    const [at, by] = [client.now(), client.me.get()?.user?.id ?? null];
    if (places.change({ type: 'shift.late', shift: shift.id, expected, at, by })) onDone();
  }
  function save() {
    const times = readingsOf(typed);
    const during = times.find((time) => {
      const at = spanOf({ startTime: time, endTime: time }, layout.dayStart).start;
      return start <= at && at < end;
    });
    if (during) expect(during);
    else if (times.length > 0) setProblem(`Pick a time between ${shift.startTime} and ${shift.endTime}.`);
    else setProblem(sentence({ code: typed ? 'time-unreadable' : 'time-missing', details: { text: typed } }));
  }

  return (
    <>
      <p className="sheet__hint">When are they expected?</p>
      <div className="sheet__actions">
        {quick.map(({ later, at }) => (
          <Button key={later} size="big" onPress={() => expect(fromMinutes(at))}>
            {`+${later} min · ${shortTime(fromMinutes(at))}`}
          </Button>
        ))}
        <Button size="big" onPress={() => expect(null)}>
          Unknown
        </Button>
      </div>
      <Form onSubmit={save}>
        <div className="sheet__line">
          <TextField
            label="Or at"
            autoComplete="off"
            placeholder="e.g. 11:30"
            value={typed}
            onChange={type}
            error={problem || undefined}
          />
          <Button size="big" type="submit" variant="primary">
            Set
          </Button>
          <Button size="big" variant="quiet" onPress={onBack}>
            Back
          </Button>
        </div>
      </Form>
    </>
  );
}

type AttendanceProps = OnBoard & { shift: Shift; onDone: () => void };

const outButtons: readonly { reason: OutReason; label: string; icon: ReactNode; isHere?: true }[] = [
  { reason: 'sick', label: 'Out Sick', icon: <IconMoodSick /> },
  { reason: 'no-show', label: 'No-Show', icon: <IconUserX /> },
  // only for somebody who is here
  { reason: 'left-early', label: 'Left Early', icon: <IconDoorExit />, isHere: true },
  { reason: 'sent-home', label: 'Sent Home', icon: <IconHome />, isHere: true },
];

function OutButtons({ layout, shift, places, onDone }: AttendanceProps) {
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

function LateButton({ shift, places, onDone, onLate }: AttendanceProps & { onLate: () => void }) {
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

function AttendanceText({ shift }: { shift: Shift }) {
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

type View = 'actions' | 'moving' | 'late' | 'day' | 'times';

/** A person of the board. While it is open, a press on a position moves them, and one on a person swaps the two. */
export function PersonSheet({ shift, ...board }: OnBoard & { shift: Shift }) {
  const { hand, layout, rotation, places } = board;
  const [view, show] = useState<View>('actions');
  const { full, first } = useNames()(shift);
  const position = positionsOf(rotation).find(({ seats }) => seats.includes(shift.id));
  const close = () => hand.letGo();
  const back = () => show('actions');

  if (view === 'times')
    return <EditTimes {...board} shift={shift} title={`${full}’s Times`} onClose={close} />;
  if (view === 'moving') {
    return <Moving first={first} onCancel={close} />;
  }
  const about = [position?.name ?? 'No position', shortRange(shift), jobOf(shift)]
    .filter(Boolean)
    .join(' · ');
  return (
    <Sheet hand={hand} title={full} about={about}>
      {view === 'day' && <PersonDay layout={layout} shift={shift} onBack={back} />}
      {view === 'late' && <LateChoices {...board} shift={shift} onDone={close} onBack={back} />}
      {view === 'actions' && (
        <>
          <AttendanceText shift={shift} />
          {!shift.out && <p className="sheet__hint">Tap a position to move them, or a person to swap.</p>}
          <div className="sheet__grid">
            <BreakButton layout={layout} shift={shift} onDone={close} />
            {!shift.out && (
              <Button size="big" icon={<IconArrowsExchange />} onPress={() => show('moving')}>
                Move or Swap
              </Button>
            )}
            {position && (
              <Button size="big" icon={<IconUserMinus />} onPress={() => places.takeOff(shift.id) && close()}>
                Take Off
              </Button>
            )}
            <LateButton {...board} shift={shift} onDone={close} onLate={() => show('late')} />
          </div>
          <OutButtons {...board} shift={shift} onDone={close} />
          <div className="sheet__actions">
            <Button size="big" icon={<IconClockEdit />} onPress={() => show('times')}>
              Edit Times
            </Button>
            <Button size="big" icon={<IconCalendarUser />} onPress={() => show('day')}>
              Their Day
            </Button>
          </div>
        </>
      )}
    </Sheet>
  );
}

function Moving({ first, onCancel }: { first: string; onCancel: () => void }) {
  const bar = useRef<HTMLDivElement>(null);
  usePageAbove(bar);
  return (
    <div className="moving" ref={bar}>
      <span className="moving__text">{`Move ${first}: tap a position, or a person to swap`}</span>
      <Button size="big" onPress={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

type EditTimesProps = OnBoard & { shift: Shift; title: string; onClose: () => void };

function EditTimes({ layout, shift, places, title, onClose }: EditTimesProps) {
  const times = useTimeRange({ saved: shift, day: layout, lengths: shiftLengths });
  const form = useFormOutcome('startTime', 'endTime');

  function save() {
    const range = rangeOf(times);
    const isLeft = range.ok && !places.change({ type: 'shift.edit', shift: shift.id, ...range.value });
    return isLeft ? undefined : range;
  }

  return (
    <FormDialog title={title} action="Save" form={form} work={save} onClose={onClose}>
      <TimeRangeFields
        times={times}
        examples={{ startTime: '9:00 AM', endTime: '5:00 PM' }}
        errorAt={form.at}
        date={layout.date}
      />
    </FormDialog>
  );
}

type BreakButtonProps = { layout: Layout; shift: Shift; onDone: () => void };

/** Of a break whose time is up, it can also be said that it ended in time. Nothing when all were taken. */
function BreakButton({ layout, shift, onDone }: BreakButtonProps) {
  const client = useClient();
  const pressBreak = usePressBreak();
  const leaves = leavesAt(shift, layout, useTimeZone());
  const states = shift.breaks.map(
    (slot) => breakDisplay(slot, layout.breakTimerMinutes, client.now(), leaves).state,
  );
  const running = states.findIndex((state) => state === 'running' || state === 'over');
  const next = states.indexOf('not-taken');
  const isRunning = running >= 0;
  const late = states.findIndex((state) => state === 'over' || state === 'unconfirmed');
  if (late < 0 && !isRunning && (next < 0 || shift.out)) return null;
  return (
    <>
      {(isRunning || (next >= 0 && !shift.out)) && (
        <Button
          size="big"
          icon={<IconCoffee />}
          onPress={() => {
            pressBreak(shift, isRunning ? running : next, isRunning ? 'end' : 'start');
            onDone();
          }}
        >
          {isRunning ? 'End Break' : 'Start Break'}
        </Button>
      )}
      {late >= 0 && (
        <Button
          size="big"
          icon={<IconCheck />}
          onPress={() => {
            pressBreak(shift, late, 'confirm');
            onDone();
          }}
        >
          Break Ended on Time
        </Button>
      )}
    </>
  );
}

type PersonDayProps = { layout: Layout; shift: Shift; onBack: () => void };

function PersonDay({ layout, shift, onBack }: PersonDayProps) {
  const timeZone = useTimeZone();
  const client = useClient();
  const crew = useCrew();
  const person =
    crew.state === 'ready' && shift.person !== undefined
      ? crewIndex(crew.body).personOf(shift.person)
      : undefined;
  const { dayStart, breakTimerMinutes } = layout;
  const theirs = rotationsAsWorked(layout).filter(
    (rotation) => overlapping([shift], rotation, dayStart).length > 0,
  );
  return (
    <>
      <dl className="person-day">
        {theirs.map((rotation) => {
          const position = positionsOf(rotation).find(({ seats }) => seats.includes(shift.id));
          return (
            <div key={rotation.id}>
              <dt>{`${rotation.name} · ${shortRange(rotation)}`}</dt>
              <dd>{position?.name ?? 'No position'}</dd>
            </div>
          );
        })}
        {breaksAt(shift, layout, { now: client.now(), timeZone }).map((slot, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: breaks are identified by their index
          <div key={index}>
            <dt>{`Break ${index + 1}`}</dt>
            <dd>{breakTimes(slot, breakTimerMinutes, timeZone) || 'Not taken'}</dd>
          </div>
        ))}
        {[shift.note, person?.notes].filter(Boolean).map((note) => (
          <div key={note}>
            <dt>Note</dt>
            <dd>{note}</dd>
          </div>
        ))}
      </dl>
      <div className="sheet__actions">
        <Button size="big" onPress={onBack}>
          Back
        </Button>
      </div>
    </>
  );
}
