import { parseMinutes } from '../../../domain/team/team.ts';
import { minutesOfDay } from '../../../domain/time/clock-time.ts';
import { FormRow, SelectField, TextField } from '../../ui/form/form.tsx';
import type { useForm } from './submit.tsx';
import { timeZones } from './time-zones.ts';

/** How a team's breaks and days are. */
export const dayLabels = {
  breakMinMinutes: 'Work time per break (minutes)',
  breakTimerMinutes: 'Break length (minutes)',
  dayStart: 'Business day starts',
  timeZone: 'Time zone',
} as const;

type Name = keyof typeof dayLabels;

type DayForm = Pick<ReturnType<typeof useForm<Record<Name, string>>>, 'values' | 'field'>;

export function DayFields({ form }: { form: DayForm }) {
  const field = (name: Name) => ({ label: dayLabels[name], ...form.field(name) });
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
        <TextField {...field('dayStart')} description="Earlier shifts count toward the day before." />
        <SelectField {...field('timeZone')} options={timeZones(form.values.timeZone)} />
      </FormRow>
    </>
  );
}

/** What the typed shift length means, in the words of the rule: 'Shifts longer than 5 hours get one break, longer than 10 get two.' */
export function breakHint(typed: string): string {
  const minutes = parseMinutes(typed);
  if (minutes === 0) return 'No breaks.';
  if (minutes < 0 || minutes > minutesOfDay) return 'In minutes. 0 means no breaks.';
  const [one, two] =
    minutes % 60 === 0 ? [hours(minutes), minutes / 30] : [length(minutes), length(minutes * 2)];
  return `Shifts longer than ${one} get one break, longer than ${two} get two.`;
}

const hours = (minutes: number) => (minutes === 60 ? '1 hour' : `${minutes / 60} hours`);
const length = (minutes: number) =>
  [minutes >= 60 && `${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`]
    .filter(Boolean)
    .join(' ');
