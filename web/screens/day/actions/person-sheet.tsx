import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import IconCalendarUser from '@tabler/icons-react/dist/esm/icons/IconCalendarUser.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconClockEdit from '@tabler/icons-react/dist/esm/icons/IconClockEdit.mjs';
import IconClockPause from '@tabler/icons-react/dist/esm/icons/IconClockPause.mjs';
import IconCoffee from '@tabler/icons-react/dist/esm/icons/IconCoffee.mjs';
import IconDoorExit from '@tabler/icons-react/dist/esm/icons/IconDoorExit.mjs';
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import IconMoodSick from '@tabler/icons-react/dist/esm/icons/IconMoodSick.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs';
import IconUserX from '@tabler/icons-react/dist/esm/icons/IconUserX.mjs';
import { type ReactNode, useRef, useState } from 'react';
import {
  formats,
  isOnTwentyFourHours,
  shortRange,
  shortTime,
  showTime,
} from '../../../../client/words/formats.ts';
import { sentence } from '../../../../client/words/sentence.ts';
import { words } from '../../../../client/words/words.ts';
import { crewIndex } from '../../../../domain/crew/crew-index.ts';
import { rotationsAsWorked, showLate, showMarked, showOut } from '../../../../domain/day/attendance.ts';
import { type BreakPress, breakTimes } from '../../../../domain/day/break.ts';
import { nextPlanned, plannedMinute } from '../../../../domain/day/due-breaks.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import {
  jobOf,
  nextSlot,
  type OutReason,
  type Shift,
  skipOf,
  slotMinutes,
} from '../../../../domain/day/shift.ts';
import { uncoveredBy } from '../../../../domain/day/uncovered.ts';
import { mayWaive } from '../../../../domain/day/waiving.ts';
import { breaksAt, leavesAt, overlapping } from '../../../../domain/day/who-is-there.ts';
import { positionsOf } from '../../../../domain/plan/rotation.ts';
import { done } from '../../../../domain/problem/problem.ts';
import { shiftLengths } from '../../../../domain/time/am-or-pm.ts';
import { type ClockTime, fromMinutes, spanOf } from '../../../../domain/time/clock-time.ts';
import { minutesInto } from '../../../../domain/time/date.ts';
import { readingsOf } from '../../../../domain/time/typed-times.ts';
import { openConfirmation } from '../../../parts/ask/ask-first.ts';
import { breaksToPress, callOut, pressBreak, recordOn, stamp } from '../../../parts/board/record-on-day.ts';
import { useNames } from '../../../parts/board/use-board.tsx';
import { changeLayout } from '../../../parts/forms/change-toast.ts';
import { FormDialog, useFormOutcome } from '../../../parts/forms/submit.tsx';
import { rangeOf, TimeRangeFields, useTimeRange } from '../../../parts/forms/time-range.tsx';
import { useClient, useKnownCrew, useTimeZone } from '../../../parts/page/client-context.tsx';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { Form, TextField } from '../../../ui/form/form.tsx';
import { Actions } from '../../../ui/page/page.tsx';
import { urls } from '../../../urls.ts';
import { RecordedBy } from './recorded-by.tsx';
import { type OnBoard, Sheet, usePageAbove } from './sheet.tsx';

const shared = words('page');
const t = words('actions');
const board = words('day');

const roundedTo = 5;

type ActionProps = OnBoard & { shift: Shift; onDone: () => void };

function LateChoices({ layout, shift, places, onDone, onBack }: ActionProps & { onBack: () => void }) {
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
    if (places.change({ type: 'shift.late', shift: shift.id, expected, ...stamp(client) })) onDone();
  }
  function save() {
    const times = readingsOf(typed, isOnTwentyFourHours());
    const during = times.find((time) => {
      const at = spanOf({ startTime: time, endTime: time }, layout.dayStart).start;
      return start <= at && at < end;
    });
    if (during) return expect(during);
    const between = { start: showTime(shift.startTime), end: showTime(shift.endTime) };
    const unreadable = {
      code: typed ? 'time-unreadable' : 'time-missing',
      details: { text: typed },
    } as const;
    setProblem(times.length > 0 ? t('pick-between', between) : sentence(unreadable));
  }

  return (
    <>
      <p className="hint">{t('when-expected')}</p>
      <Actions>
        {quick.map(({ later, at }) => (
          <Button key={later} size="big" onPress={() => expect(fromMinutes(at))}>
            {`+${later} min · ${shortTime(fromMinutes(at))}`}
          </Button>
        ))}
        <Button size="big" onPress={() => expect(null)}>
          {t('unknown')}
        </Button>
      </Actions>
      <Form onSubmit={save}>
        <div className="actions sheet__line">
          <TextField
            label={t('or-at')}
            autoComplete="off"
            placeholder={t('time-example', { time: '11:30' })}
            value={typed}
            onChange={type}
            error={problem || undefined}
          />
          <Button size="big" type="submit" variant="primary">
            {t('set')}
          </Button>
          <Button size="big" variant="quiet" onPress={onBack}>
            {t('back')}
          </Button>
        </div>
      </Form>
    </>
  );
}

type SaidReason = Exclude<OutReason, 'unsaid'>;

const outButtons: readonly { reason: SaidReason; icon: ReactNode; isHere?: true }[] = [
  { reason: 'sick', icon: <IconMoodSick /> },
  { reason: 'no-show', icon: <IconUserX /> },
  // only for somebody who is here
  { reason: 'left-early', icon: <IconDoorExit />, isHere: true },
  { reason: 'sent-home', icon: <IconHome />, isHere: true },
];

function OutButtons({ layout, shift, places, onDone }: ActionProps) {
  const client = useClient();
  const timeZone = useTimeZone();
  const name = useNames()(shift).first;
  const minute = () => minutesInto(layout.date, client.now(), timeZone);
  const { start, end } = spanOf(shift, layout.dayStart);
  const isHere = start <= minute() && minute() < end;

  function call(reason: OutReason) {
    const out = callOut(client, layout, shift, reason, minute());
    const positions = uncoveredBy(layout, shift, out, minute(), t);
    const said = positions === '' ? t('now-out', { name }) : t('now-out-open', { name, positions });
    if (places.change(out, said)) onDone();
  }

  return (
    <div className="sheet__grid">
      {outButtons
        .filter((each) => isHere || !each.isHere)
        .map(({ reason, icon }) => (
          <Button key={reason} size="big" icon={icon} onPress={() => call(reason)}>
            {t(`out-${reason}`)}
          </Button>
        ))}
    </div>
  );
}

function AttendanceText({ shift }: { shift: Shift }) {
  const timeZone = useTimeZone();
  const { out, late } = shift;
  const what = out ? showOut(out, board, formats.get()) : late && showLate(late, board, formats.get());
  const by = (out ?? late)?.by ?? null;
  const marked = out && showMarked(out, timeZone, board, formats.get());
  if (!what) return null;
  const fact = marked ? `${what}, ${marked}` : what;
  return (
    <p className="sheet__fact">
      {by === null ? fact : <RecordedBy user={by} what={fact} isMarked={!marked} />}.
      {out && ` ${t('cannot-be-placed')}`}
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
  const action = { ...board, shift, onDone: close };

  if (view === 'times') return <EditTimes {...action} title={t('times-of', { name: full })} />;
  if (view === 'moving') return <Moving first={first} onCancel={close} />;
  const planned = nextPlanned(shift);
  const about = [
    position?.name ?? t('no-position'),
    shortRange(shift),
    jobOf(shift),
    planned !== null && t('break-planned', { time: shortTime(planned) }),
  ];
  return (
    <Sheet hand={hand} title={full} about={about.filter(Boolean).join(' · ')}>
      {view === 'day' && <PersonDay layout={layout} shift={shift} onBack={back} />}
      {view === 'late' && <LateChoices {...action} onBack={back} />}
      {view === 'actions' && (
        <>
          <AttendanceText shift={shift} />
          {position?.secondDuty && <p>{t('second-duty-is', { duty: position.secondDuty })}</p>}
          {!shift.out && <p className="hint">{t('tap-to-move')}</p>}
          <div className="sheet__grid">
            <BreakButtons {...action} />
            {!shift.out && (
              <Button size="big" icon={<IconArrowsExchange />} onPress={() => show('moving')}>
                {t('move-or-swap')}
              </Button>
            )}
            {position && (
              <Button size="big" icon={<IconUserMinus />} onPress={() => places.takeOff(shift.id) && close()}>
                {t('take-off')}
              </Button>
            )}
            {shift.out || shift.late ? (
              <Button
                size="big"
                icon={<IconUserCheck />}
                onPress={() => places.change({ type: 'shift.back', shift: shift.id }) && close()}
              >
                {shift.out ? t('back-at-work') : t('here-now')}
              </Button>
            ) : (
              <Button size="big" icon={<IconClockPause />} onPress={() => show('late')}>
                {t('mark-late')}
              </Button>
            )}
          </div>
          {!shift.out && <OutButtons {...action} />}
          <Actions>
            <Button size="big" icon={<IconClockEdit />} onPress={() => show('times')}>
              {t('edit-times')}
            </Button>
            <Button size="big" icon={<IconCalendarUser />} onPress={() => show('day')}>
              {t('their-day')}
            </Button>
            {shift.person !== undefined && (
              <ButtonLink
                size="big"
                href={urls.weekToPrint(layout.date, shift.person)}
                icon={<IconPrinter />}
              >
                {shared('print-week')}
              </ButtonLink>
            )}
          </Actions>
        </>
      )}
    </Sheet>
  );
}

function Moving({ first, onCancel }: { first: string; onCancel: () => void }) {
  const bar = useRef<HTMLDivElement>(null);
  usePageAbove(bar);
  return (
    <div className="dock-bar moving screen-only" ref={bar}>
      <span>{t('moving', { name: first })}</span>
      <Button size="big" onPress={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}

function EditTimes({ layout, shift, places, title, onDone }: ActionProps & { title: string }) {
  const times = useTimeRange({ saved: shift, day: layout, lengths: shiftLengths });
  const form = useFormOutcome('startTime', 'endTime');

  function save() {
    const range = rangeOf(times);
    const isLeft = range.ok && !places.change({ type: 'shift.edit', shift: shift.id, ...range.value });
    return isLeft ? undefined : range;
  }

  return (
    <FormDialog title={title} action={t('save')} form={form} work={save} onClose={onDone}>
      <TimeRangeFields
        times={times}
        examples={{ startTime: showTime('9:00 AM'), endTime: showTime('5:00 PM') }}
        errorAt={form.at}
        date={layout.date}
      />
    </FormDialog>
  );
}

/** Of a break whose time is up, it can also be said that it ended in time. Nothing when all were taken. */
function BreakButtons({ layout, shift, onDone }: ActionProps) {
  const client = useClient();
  const leaves = leavesAt(shift, layout, useTimeZone());
  const { running, next, late } = breaksToPress(shift, layout, client.now(), leaves);
  const press = (slot: number, wants: BreakPress | 'confirm') => () => {
    pressBreak(client, shift, slot, wants);
    onDone();
  };
  return (
    <>
      {running >= 0 && (
        <Button size="big" icon={<IconCoffee />} onPress={press(running, 'end')}>
          {t('end-break')}
        </Button>
      )}
      {running < 0 && next >= 0 && !shift.out && (
        <Button size="big" icon={<IconCoffee />} onPress={press(next, 'start')}>
          {t('start-break')}
        </Button>
      )}
      {late >= 0 && (
        <Button size="big" icon={<IconCheck />} onPress={press(late, 'confirm')}>
          {t('ended-on-time')}
        </Button>
      )}
    </>
  );
}

/** What becomes of the next break that nobody takes. It is asked about where the law doesn't let people do without it. */
function SkipButtons({ layout, shift }: Omit<PersonDayProps, 'onBack'>) {
  const client = useClient();
  const [slot, skipped] = [nextSlot(shift), shift.skipped?.find((each) => skipOf(shift, each.slot))];
  const record = (type: 'break.waive' | 'break.miss') => () =>
    recordOn(client, () => changeLayout(client, { type, shift: shift.id, slot, ...stamp(client) }));

  function waive() {
    if (mayWaive(layout, shift, slot)) record('break.waive')();
    else
      openConfirmation.set({
        title: t('waive-ask', { name: shift.teamMember }),
        text: t('waive-ask-about'),
        action: t('waive-break'),
        work: () => done(record('break.waive')()),
      });
  }

  return (
    <>
      {slot >= 0 && <Button onPress={waive}>{t('waive-break')}</Button>}
      {slot >= 0 && <Button onPress={record('break.miss')}>{t('break-missed')}</Button>}
      {skipped && (
        <Button
          onPress={() =>
            recordOn(client, () =>
              changeLayout(client, { type: 'break.owe', shift: shift.id, slot: skipped.slot }),
            )
          }
        >
          {t('owe-break')}
        </Button>
      )}
    </>
  );
}

type PersonDayProps = { layout: Layout; shift: Shift; onBack: () => void };

function PersonDay({ layout, shift, onBack }: PersonDayProps) {
  const timeZone = useTimeZone();
  const client = useClient();
  const crew = useKnownCrew();
  const person = shift.person === undefined ? undefined : crewIndex(crew).personOf(shift.person);
  const facts: readonly (readonly [what: string, text: string])[] = [
    ...rotationsAsWorked(layout)
      .filter((rotation) => overlapping([shift], rotation, layout.dayStart).length > 0)
      .map((rotation) => {
        const position = positionsOf(rotation).find(({ seats }) => seats.includes(shift.id));
        return [`${rotation.name} · ${shortRange(rotation)}`, position?.name ?? t('no-position')] as const;
      }),
    ...breaksAt(shift, layout, { now: client.now(), timeZone }).map((slot, index) => {
      const times = breakTimes(slot, slotMinutes(shift, index, layout), timeZone, board, formats.get());
      const skip = skipOf(shift, index);
      const at = plannedMinute(shift, index, layout.dayStart);
      const untaken = at === null ? t('not-taken') : t('planned-at', { time: showTime(fromMinutes(at)) });
      const said = skip ? board(`break-${skip.how}`) : untaken;
      return [t('break-number', { number: index + 1 }), times || said] as const;
    }),
    ...[shift.note, person?.notes].flatMap((note) => (note ? [[t('note'), note] as const] : [])),
  ];
  return (
    <>
      <dl className="person-day divided">
        {facts.map(([what, text], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a day keep their order
          <div key={index}>
            <dt className="hint">{what}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Actions>
        <SkipButtons layout={layout} shift={shift} />
        <Button size="big" onPress={onBack}>
          {t('back')}
        </Button>
      </Actions>
    </>
  );
}
