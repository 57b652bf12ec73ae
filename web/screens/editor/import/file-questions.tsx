import type { DateOrder } from '../../../../domain/schedule/printed-day.ts';
import { parsePrintedDay } from '../../../../domain/schedule/printed-day.ts';
import type { RowDays } from '../../../../domain/schedule/schedule-table.ts';
import type { AmbiguousTimes } from '../../../../domain/schedule/settled-shifts.ts';
import type { TimeRange } from '../../../../domain/time/clock-time.ts';
import { type IsoDate, showDate, showShortDay, weekday } from '../../../../domain/time/date.ts';
import { SelectField } from '../../../ui/form/field.tsx';
import { FormRow } from '../../../ui/form/form.tsx';
import { Card } from '../../../ui/page/card.tsx';

type DateOrderFieldProps = {
  /** A date from the file that can be read in two ways. */
  text: string;
  value: DateOrder | undefined;
  onChange: (order: DateOrder) => void;
};

export function DateOrderField({ text, value, onChange }: DateOrderFieldProps) {
  const option = (order: DateOrder) => {
    const day = parsePrintedDay(text, { order });
    const words = order === 'month-first' ? 'Month first' : 'Day first';
    return { value: order, label: day ? `${words}: ${text} is ${showShortDay(day)}` : words };
  };
  return (
    <SelectField
      label="Date format"
      name="dateOrder"
      value={value ?? ''}
      placeholder="Choose a date format"
      options={[option('month-first'), option('day-first')]}
      onChange={(order) => onChange(order as DateOrder)}
    />
  );
}

type RowDaysFieldProps = {
  days: RowDays;
  /** `undefined`: as the file says. */
  onChange: (date: IsoDate | undefined) => void;
};

/** The date of rows that have none of their own. */
export function RowDaysField({ days: { dates, used, isSaid, isWeek }, onChange }: RowDaysFieldProps) {
  const options = dates.map((date) => ({ value: date, label: `${weekday(date)}, ${showDate(date)}` }));
  return (
    <SelectField
      label={isWeek ? 'These rows are for the week of' : 'These rows are for'}
      name="rowsFor"
      value={used ?? ''}
      placeholder={used || isSaid ? undefined : 'Choose a date'}
      options={isSaid ? [{ value: '', label: 'The dates in the file' }, ...options] : options}
      onChange={(date) => onChange(date || undefined)}
    />
  );
}

type AmbiguousTimesCardProps = {
  asked: readonly AmbiguousTimes[];
  answers: ReadonlyMap<string, TimeRange>;
  onAnswer: (key: string, range: TimeRange | undefined) => void;
};

/** With more than this, it's easier to fix the file. */
const mostShown = 100;

/** Ambiguous times: each can be settled or skipped. */
export function AmbiguousTimesCard({ asked, answers, onAnswer }: AmbiguousTimesCardProps) {
  if (asked.length === 0) return null;
  const open = asked.filter(({ key }) => !answers.has(key)).length;
  return (
    <Card
      title="Check These Times"
      aside={open > 0 ? `${open} of ${asked.length} skipped` : undefined}
      isPadded
    >
      <FormRow>
        {asked.slice(0, mostShown).map(({ key, row, teamMember, printed, choices }) => {
          const answer = answers.get(key);
          const at = choices.findIndex(
            (range) => range.startTime === answer?.startTime && range.endTime === answer.endTime,
          );
          return (
            <SelectField
              key={key}
              label={`${teamMember}, row ${row}: ${printed}`}
              name={`times-${key}`}
              value={at < 0 ? '' : String(at)}
              options={[
                { value: '', label: 'Skip' },
                ...choices.map((range, index) => ({
                  value: String(index),
                  label: `${range.startTime} – ${range.endTime}`,
                })),
              ]}
              onChange={(value) => onAnswer(key, value === '' ? undefined : choices[Number(value)])}
            />
          );
        })}
      </FormRow>
      {asked.length > mostShown && <p>{`And ${asked.length - mostShown} more that will be skipped.`}</p>}
    </Card>
  );
}
