import { formats } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import type { SingleChange } from '../../../../domain/change/change.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { moveTimes } from '../../../../domain/day/move-times.ts';
import { jobOf, type Shift } from '../../../../domain/day/shift.ts';
import { boardNameIn } from '../../../../domain/plan/board-names.ts';
import { nameLimit } from '../../../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../../../domain/problem/problem.ts';
import { type SaidText, savedText } from '../../../parts/forms/change-toast.ts';
import { FormDialog, useForm } from '../../../parts/forms/submit.tsx';
import { SelectField, TextField } from '../../../ui/form/form.tsx';

const t = words('editor');

type DialogProps = {
  shifts: readonly Shift[];
  apply: (changes: readonly SingleChange[], said: string | SaidText) => Outcome<true> | undefined;
  onClose: () => void;
};

export function JobDialog({ shifts, apply, onClose }: DialogProps) {
  const form = useForm({ job: sharedJob(shifts) });
  const count = shifts.length;

  function save() {
    const schedule = form.values.job.trim();
    if (schedule.length > nameLimit) {
      return refuse('text-too-long', { field: 'job', details: { max: nameLimit } });
    }
    const edits = shifts
      .filter((shift) => shift.schedule !== schedule)
      .map(({ id }): SingleChange => ({ type: 'shift.edit', shift: id, schedule }));
    return edits.length === 0 ? done(true) : apply(edits, savedText(t('job-saved', { count })));
  }

  return (
    <FormDialog
      title={t('change-job-of', { count })}
      action={t('save')}
      form={form}
      work={save}
      onClose={onClose}
    >
      <TextField label={t('job')} autoFocus description={t('job-hint')} {...form.field('job')} />
    </FormDialog>
  );
}

const sharedJob = ([first, ...others]: readonly Shift[]): string =>
  first && others.every((shift) => jobOf(shift) === jobOf(first)) ? jobOf(first) : '';

const steps = [-120, -60, -30, -15, -5, 5, 15, 30, 60, 120] as const;
const stepText = (minutes: number): string => {
  const length = Math.abs(minutes);
  const [unit, amount] = length < 60 ? ['minutes', length] : ['hours', length / 60];
  return t('time-step', { unit, amount, way: minutes < 0 ? 'earlier' : 'later' });
};

export function TimesDialog({ layout, shifts, apply, onClose }: DialogProps & { layout: Layout }) {
  const form = useForm({ minutes: '15' });
  const minutes = Number(form.values.minutes);
  const { edits, left } = moveTimes(shifts, minutes, layout.dayStart);
  const names = left.slice(0, 5).map(({ id }) => boardNameIn(layout, id, formats.get().clock)?.short ?? '');
  const whole = edits.length === 0 ? t('begin-another-day') : undefined;

  function save() {
    const changes = edits.map((edit): SingleChange => ({ type: 'shift.edit', ...edit }));
    const said = t('shifts-moved', { count: edits.length, step: stepText(minutes) });
    return apply(changes, said);
  }

  return (
    <FormDialog
      title={t('move-times-of', { count: shifts.length })}
      action={t('move')}
      form={{ ...form, whole }}
      work={save}
      onClose={onClose}
    >
      <SelectField
        label={t('move-both')}
        {...form.field('minutes')}
        options={steps.map((each) => ({ value: String(each), label: stepText(each) }))}
        description={
          left.length > 0 && edits.length > 0 ? t('not-moved', { names: names.join(', ') }) : t('moved-off')
        }
      />
    </FormDialog>
  );
}
