import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { type FocusEvent, useState } from 'react';
import { bareTime, isOnTwentyFourHours, showTime, weekdayInside } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import {
  type DayOfTimes,
  type Lengths,
  parseRange,
  type RangeReading,
} from '../../../domain/time/am-or-pm.ts';
import {
  type ClockTime,
  lengthOf,
  spanOf,
  type TimeRange,
  toMinutes,
} from '../../../domain/time/clock-time.ts';
import { addDays, type IsoDate } from '../../../domain/time/date.ts';
import { writtenOut } from '../../../domain/time/typed-times.ts';
import { Button } from '../../ui/button/button.tsx';
import { FormRow, TextField } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';
import './time-range.css';

const t = words('forms');

type Question = Extract<RangeReading, { kind: 'ask' }>;

const timeFields = ['startTime', 'endTime'] as const;

interface TimeRangeOptions {
  /** The times before anything is typed. Untouched fields show what others save. */
  readonly saved: TimeRange | undefined;
  readonly day: DayOfTimes;
  readonly lengths: Lengths;
  readonly typing?: readonly [typed: Partial<TimeRange>, setTyped: (typed: Partial<TimeRange>) => void];
}

export function useTimeRange({ saved, day, lengths, typing }: TimeRangeOptions) {
  const own = useState<Partial<TimeRange>>({});
  const [typed, setTyped] = typing ?? own;
  // what stands in a field once it was read; what was typed there is kept, since the other field may change its meaning
  const [written, setWritten] = useState<Partial<TimeRange>>({});
  const [answer, setAnswer] = useState<{ question: Question; range: TimeRange }>();
  const texts: TimeRange = {
    startTime: typed.startTime ?? saved?.startTime ?? '',
    endTime: typed.endTime ?? saved?.endTime ?? '',
  };
  const isAnswered = answer !== undefined && isSame(answer.range, texts);
  // what is stored already, or was chosen here, is not asked about again
  const isKnown = isAnswered || (saved !== undefined && isSame(saved, texts));
  const reading: RangeReading = isKnown
    ? { kind: 'read', range: texts }
    : parseRange({ start: texts.startTime, end: texts.endTime }, day, lengths, isOnTwentyFourHours());
  const question = isAnswered ? answer.question : reading.kind === 'ask' ? reading : null;

  return {
    texts,
    reading,
    question,
    day,
    shown: {
      startTime: written.startTime ?? typed.startTime ?? showTime(texts.startTime),
      endTime: written.endTime ?? typed.endTime ?? showTime(texts.endTime),
    },
    type: (field: keyof TimeRange, text: string) => {
      setTyped({ ...typed, [field]: text });
      setWritten({ ...written, [field]: undefined });
    },
    /** Writes the times out once they are clear, except in the field that has the focus now. */
    writeOut: (focused: string | undefined) => {
      const clear = (field: keyof TimeRange) => {
        if (reading.kind === 'read') return showTime(reading.range[field]);
        // the other field is being edited: the previous meaning of this one still shows
        return (
          (reading.kind === 'unreadable' && written[field]) ||
          showTime(writtenOut(texts[field], isOnTwentyFourHours()))
        );
      };
      const fields = timeFields.filter((field) => typed[field] !== undefined && field !== focused);
      setWritten({ ...written, ...Object.fromEntries(fields.map((field) => [field, clear(field)])) });
    },
    clear: () => {
      setTyped({});
      setWritten({});
      setAnswer(undefined);
    },
    choose: (range: TimeRange) => {
      if (question) setAnswer({ question, range });
      setTyped(range);
      setWritten(shownRange(range));
    },
  };
}

export function rangeOf({ reading, texts }: ReturnType<typeof useTimeRange>): Outcome<TimeRange> {
  if (reading.kind === 'read') return done(reading.range);
  if (reading.kind === 'ask') return refuse('times-undecided', { field: 'endTime' });
  const { field } = reading;
  const text = texts[field];
  return text.trim() === ''
    ? refuse('time-missing', { field })
    : refuse('time-unreadable', { field, details: { text } });
}

const shownRange = ({ startTime, endTime }: TimeRange): TimeRange => ({
  startTime: showTime(startTime),
  endTime: showTime(endTime),
});

const isSame = (one: TimeRange, other: TimeRange): boolean =>
  one.startTime === other.startTime && one.endTime === other.endTime;

interface TimeRangeFieldsProps {
  readonly times: ReturnType<typeof useTimeRange>;
  readonly examples: TimeRange;
  readonly errorAt: (field: keyof TimeRange) => string | undefined;
  /** The day it is about, where there is one: to say on which weekday the range ends. */
  readonly date?: IsoDate;
}

/** Start and end. Where they can mean several things, or last very long, a question below them. */
export function TimeRangeFields({ times, examples, errorAt, date }: TimeRangeFieldsProps) {
  const { shown, reading, question } = times;
  const field = (name: keyof TimeRange) => ({
    autoComplete: 'off',
    value: shown[name],
    onChange: (text: string) => times.type(name, text),
    name,
    onBlur: (event: FocusEvent) =>
      times.writeOut((event.relatedTarget as Element | null)?.getAttribute('name') ?? undefined),
    // once the times are clear, nothing is wrong with them
    error: reading.kind === 'read' ? undefined : errorAt(name),
  });
  const says = (range: TimeRange) => inWords(range, times.day.dayStart, date);
  return (
    <>
      <FormRow>
        <TextField
          label={t('start-time')}
          description={t('for-example', { time: showTime(examples.startTime) })}
          {...field('startTime')}
        />
        <TextField
          label={t('end-time')}
          description={
            reading.kind === 'read'
              ? `${isSame(shownRange(reading.range), shown) ? '' : `${rangeText(reading.range)}, `}${says(reading.range)}`
              : t('for-example', { time: showTime(examples.endTime) })
          }
          {...field('endTime')}
        />
      </FormRow>
      {question && (
        <Alert tone="warning">
          <p>{questionText(question, says)}</p>
          <div className="actions time-range__choices">
            {question.choices.map((range) => (
              <Choice key={rangeText(range)} range={range} label={rangeText(range)} {...{ times }} />
            ))}
            {question.typed && (
              <Choice
                range={question.typed}
                label={t('keep', { length: duration(question.typed) })}
                {...{ times }}
              />
            )}
          </div>
        </Alert>
      )}
    </>
  );
}

type ChoiceProps = Pick<TimeRangeFieldsProps, 'times'> & { range: TimeRange; label: string };

/** It stays when it was pressed, so that nothing moves under the finger. */
function Choice({ times, range, label }: ChoiceProps) {
  const isChosen = isSame(range, times.texts);
  return (
    <Button
      aria-pressed={isChosen}
      icon={isChosen && times.reading.kind === 'read' ? <IconCheck /> : undefined}
      onPress={() => times.choose(range)}
    >
      {label}
    </Button>
  );
}

function questionText({ typed, choices }: Question, says: (range: TimeRange) => string): string {
  const [first, second] = choices;
  if (!typed) {
    return first && !second
      ? t('did-you-mean-range', { range: rangeText(first), length: says(first) })
      : t('am-or-pm');
  }
  const length = says(typed);
  if (!first) return t('is-that-right', { length });
  if (second) return t('one-of-these', { length });
  const other = first.startTime === typed.startTime ? first.endTime : first.startTime;
  return t('did-you-mean', { length, time: showTime(other) });
}

/** '20 hours, ends Sunday'. */
function inWords(range: TimeRange, dayStart: ClockTime, date: IsoDate | undefined): string {
  const length = duration(range);
  if (toMinutes(range.endTime) > toMinutes(range.startTime)) return length;
  if (date === undefined) return t('ends-next-day', { length });
  const { end } = spanOf(range, dayStart);
  return t('ends-on', { length, weekday: weekdayInside(addDays(date, Math.floor(end / 1440))) });
}

/** '8 hours', '1 hour', '8 h 30 min'. */
function duration(range: TimeRange): string {
  const length = lengthOf(range);
  const [hours, minutes] = [Math.floor(length / 60), length % 60];
  if (minutes === 0) return t('hours', { hours });
  return hours > 0 ? t('hours-and-minutes', { hours, minutes }) : t('minutes-short', { minutes });
}

/** '7:00–11:00 AM', '9:00 AM–5:00 PM'. */
function rangeText({ startTime, endTime }: TimeRange): string {
  const isOneHalf = startTime.slice(-2) === endTime.slice(-2);
  return `${isOneHalf ? bareTime(toMinutes(startTime)) : showTime(startTime)}–${showTime(endTime)}`;
}
