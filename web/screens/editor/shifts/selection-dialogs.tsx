import type { SingleChange } from '../../../../domain/change/change.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { moveTimes } from '../../../../domain/day/move-times.ts';
import { jobOf, type Shift } from '../../../../domain/day/shift.ts';
import { boardNameIn } from '../../../../domain/plan/board-names.ts';
import { nameLimit } from '../../../../domain/problem/name.ts';
import { done, refuse } from '../../../../domain/problem/problem.ts';
import { type SaidText, savedText } from '../../../parts/forms/change-toast.ts';
import { FormDialog, useForm } from '../../../parts/forms/submit.tsx';
import { SelectField, TextField } from '../../../ui/form/form.tsx';

type DialogProps = {
  shifts: readonly Shift[];
  /** '3 shifts' */
  count: string;
  apply: (changes: readonly SingleChange[], said: string | SaidText) => boolean;
  onClose: () => void;
};

export function JobDialog({ shifts, count, apply, onClose }: DialogProps) {
  const form = useForm({ job: sharedJob(shifts) });

  function save() {
    const schedule = form.values.job.trim();
    if (schedule.length > nameLimit) {
      return refuse('text-too-long', { field: 'job', details: { max: nameLimit } });
    }
    const edits = shifts
      .filter((shift) => shift.schedule !== schedule)
      .map(({ id }): SingleChange => ({ type: 'shift.edit', shift: id, schedule }));
    return edits.length === 0 || apply(edits, savedText(`Job of ${count} saved`)) ? done(true) : undefined;
  }

  return (
    <FormDialog title={`Change Job of ${count}`} action="Save" form={form} work={save} onClose={onClose}>
      <TextField
        label="Job"
        autoFocus
        description="What they work as, such as Grill."
        {...form.field('job')}
      />
    </FormDialog>
  );
}

const sharedJob = ([first, ...others]: readonly Shift[]): string =>
  first && others.every((shift) => jobOf(shift) === jobOf(first)) ? jobOf(first) : '';

const steps = [-120, -60, -30, -15, -5, 5, 15, 30, 60, 120] as const;
const stepText = (minutes: number): string => {
  const length = Math.abs(minutes);
  const text = length < 60 ? `${length} minutes` : length === 60 ? '1 hour' : `${length / 60} hours`;
  return `${text} ${minutes < 0 ? 'earlier' : 'later'}`;
};

export function TimesDialog({ layout, shifts, count, apply, onClose }: DialogProps & { layout: Layout }) {
  const form = useForm({ minutes: '15' });
  const minutes = Number(form.values.minutes);
  const { edits, left } = moveTimes(shifts, minutes, layout.dayStart);
  const names = left.slice(0, 5).map(({ id }) => boardNameIn(layout, id)?.short ?? '');
  const whole = edits.length === 0 ? 'These shifts would begin on another day.' : undefined;

  function save() {
    const changes = edits.map((edit): SingleChange => ({ type: 'shift.edit', ...edit }));
    const moved = `${edits.length} ${edits.length === 1 ? 'shift' : 'shifts'}`;
    return apply(changes, `${moved} moved, ${stepText(minutes)}`) ? done(true) : undefined;
  }

  return (
    <FormDialog
      title={`Move Times of ${count}`}
      action="Move"
      form={{ ...form, whole }}
      work={save}
      onClose={onClose}
    >
      <SelectField
        label="Move start and end"
        {...form.field('minutes')}
        options={steps.map((each) => ({ value: String(each), label: stepText(each) }))}
        description={
          left.length > 0 && edits.length > 0
            ? `Not moved, since they would begin on another day: ${names.join(', ')}`
            : 'People are taken off positions outside their new times.'
        }
      />
    </FormDialog>
  );
}
