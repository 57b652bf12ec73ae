import { words } from '../../../client/words/words.ts';
import { parseMinutes } from '../../../domain/team/team.ts';
import { minutesOfDay } from '../../../domain/time/clock-time.ts';
import { FormRow, SelectField, TextField } from '../../ui/form/form.tsx';
import type { useForm } from './submit.tsx';
import { timeZones } from './time-zones.ts';

const t = words('forms');

/** How a team's breaks and days are. */
export const dayLabels = () => ({
  breakMinMinutes: t('work-per-break'),
  breakTimerMinutes: t('break-length'),
  dayStart: t('day-starts'),
  timeZone: t('time-zone'),
});

type Name = keyof ReturnType<typeof dayLabels>;

type DayForm = Pick<ReturnType<typeof useForm<Record<Name, string>>>, 'values' | 'field'>;

export function DayFields({ form }: { form: DayForm }) {
  const labels = dayLabels();
  const field = (name: Name) => ({ label: labels[name], ...form.field(name) });
  return (
    <>
      <FormRow>
        <TextField
          {...field('breakMinMinutes')}
          inputMode="numeric"
          description={breakHint(form.values.breakMinMinutes)}
        />
        <TextField {...field('breakTimerMinutes')} inputMode="numeric" />
      </FormRow>
      <FormRow>
        <TextField {...field('dayStart')} description={t('earlier-shifts')} />
        <SelectField {...field('timeZone')} options={timeZones(form.values.timeZone)} />
      </FormRow>
    </>
  );
}

/** What the typed shift length means, in the words of the rule: 'Shifts longer than 5 hours get one break, longer than 10 get two.' */
export function breakHint(typed: string): string {
  const minutes = parseMinutes(typed);
  if (minutes === 0) return t('no-breaks');
  if (minutes < 0 || minutes > minutesOfDay) return t('in-minutes');
  const [one, two] =
    minutes % 60 === 0
      ? [t('hours', { hours: minutes / 60 }), minutes / 30]
      : [length(minutes), length(minutes * 2)];
  return t('break-hint', { one, two });
}

function length(total: number): string {
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  if (minutes === 0) return t('hours-short', { hours });
  return hours > 0 ? t('hours-and-minutes', { hours, minutes }) : t('minutes-short', { minutes });
}
