import { showShortDay, showTime } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import type { Clock, FileQuestion, Night } from '../../../../domain/schedule/file-questions.ts';
import type { FileContext } from '../../../../domain/schedule/schedule-entry.ts';
import type { RowsOfLocation } from '../../../../domain/schedule/table-locations.ts';
import { type DateOrder, parseWrittenDay } from '../../../../domain/time/written-days.ts';
import { SelectField } from '../../../ui/form/form.tsx';

const t = words('editor');

type Answer = Pick<FileContext, 'clock' | 'shiftDates' | 'nights'>;

type QuestionFieldProps = { question: FileQuestion; onAnswer: (said: Answer) => void };

export function QuestionField({ question, onAnswer }: QuestionFieldProps) {
  const { about } = question;
  if (about === 'clock')
    return (
      <SelectField
        label={t('times-on', { text: question.text })}
        name={about}
        value={question.used ?? ''}
        options={[
          { value: '', label: t('each-shift') },
          { value: '12-hour', label: t('clock-12') },
          { value: '24-hour', label: t('clock-24') },
        ]}
        onChange={(clock) => onAnswer({ clock: (clock || undefined) as Clock | undefined })}
      />
    );
  if (about === 'shiftDates')
    return (
      <SelectField
        label={t('shift-dates', { count: question.count, text: question.text })}
        name={about}
        value={question.used ?? ''}
        options={[
          { value: '', label: t('skip-dates') },
          ...question.choices.map(({ order, shift }) => ({
            value: order,
            label: t('date-was-shift', { text: question.text, shift }),
          })),
        ]}
        onChange={(order) => onAnswer({ shiftDates: (order || undefined) as DateOrder | undefined })}
      />
    );
  return (
    <SelectField
      label={t('early-shifts', { count: question.count, time: showTime(question.until) })}
      name={about}
      value={question.used}
      options={[
        { value: 'before', label: t('night-before') },
        { value: 'after', label: t('night-after') },
      ]}
      onChange={(nights) => onAnswer({ nights: nights as Night })}
    />
  );
}

/** No location is called so. */
const chooseLocation = ' ';

type LocationFieldProps = { own: RowsOfLocation; onChoose: (location: string) => void };

export function LocationField({ own: { names, used }, onChoose }: LocationFieldProps) {
  if (names.length === 0) return null;
  return (
    <SelectField
      label={t('your-location')}
      name="location"
      value={used ?? chooseLocation}
      options={[
        ...(used === null ? [{ value: chooseLocation, label: t('choose-location') }] : []),
        ...names.map((name) => ({ value: name, label: name })),
        { value: '', label: t('all-locations') },
      ]}
      onChange={onChoose}
    />
  );
}

export function dateFormat(text: string, order: DateOrder) {
  const day = parseWrittenDay(text, { order });
  const said = day && { text, day: showShortDay(day) };
  if (order === 'month-first')
    return { value: order, label: said ? t('month-first-is', said) : t('month-first') };
  return { value: order, label: said ? t('day-first-is', said) : t('day-first') };
}
