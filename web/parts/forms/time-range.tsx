import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { type FocusEvent, useState } from 'react';
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
import { addDays, type IsoDate, weekday } from '../../../domain/time/date.ts';
import { writtenOut } from '../../../domain/time/typed-times.ts';
import { Button } from '../../ui/button/button.tsx';
import { FormRow, TextField } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';
import './time-range.css';

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
    : parseRange({ start: texts.startTime, end: texts.endTime }, day, lengths);
  const question = isAnswered ? answer.question : reading.kind === 'ask' ? reading : null;

  return {
    texts,
    reading,
    question,
    day,
    shown: {
      startTime: written.startTime ?? texts.startTime,
      endTime: written.endTime ?? texts.endTime,
    },
    type: (field: keyof TimeRange, text: string) => {
      setTyped({ ...typed, [field]: text });
      setWritten({ ...written, [field]: undefined });
    },
    /** Writes the times out once they are clear, except in the field that has the focus now. */
    writeOut: (focused: string | undefined) => {
      const clear = (field: keyof TimeRange) => {
        if (reading.kind === 'read') return reading.range[field];
        // the other field is being edited: the previous meaning of this one still shows
        return (reading.kind === 'unreadable' && written[field]) || writtenOut(texts[field]);
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
      setTyped({ startTime: range.startTime, endTime: range.endTime });
      setWritten({});
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
        <TextField label="Start Time" description={`e.g. ${examples.startTime}`} {...field('startTime')} />
        <TextField
          label="End Time"
          description={
            reading.kind === 'read'
              ? `${isSame(reading.range, shown) ? '' : `${rangeText(reading.range)}, `}${says(reading.range)}`
              : `e.g. ${examples.endTime}`
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
              <Choice range={question.typed} label={`Keep ${duration(question.typed)}`} {...{ times }} />
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
  if (!typed) return first && !second ? `Did you mean ${rangeText(first)}? ${says(first)}.` : 'AM or PM?';
  if (!first) return `${says(typed)}. Is that right?`;
  if (second) return `${says(typed)}. Did you mean one of these?`;
  const other = first.startTime === typed.startTime ? first.endTime : first.startTime;
  return `${says(typed)}. Did you mean ${other}?`;
}

/** '20 hours, ends Sunday'. */
function inWords(range: TimeRange, dayStart: ClockTime, date: IsoDate | undefined): string {
  if (toMinutes(range.endTime) > toMinutes(range.startTime)) return duration(range);
  const { end } = spanOf(range, dayStart);
  const endDay = date === undefined ? 'the next day' : weekday(addDays(date, Math.floor(end / 1440)));
  return `${duration(range)}, ends ${endDay}`;
}

/** '8 hours', '1 hour', '8 h 30 min'. */
function duration(range: TimeRange): string {
  const length = lengthOf(range);
  const hours = Math.floor(length / 60);
  if (length % 60 > 0) return `${hours > 0 ? `${hours} h ` : ''}${length % 60} min`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/** '7:00–11:00 AM', '9:00 AM–5:00 PM'. */
function rangeText({ startTime, endTime }: TimeRange): string {
  const isOneHalf = startTime.slice(-2) === endTime.slice(-2);
  return `${isOneHalf ? startTime.slice(0, -3) : startTime}–${endTime}`;
}
