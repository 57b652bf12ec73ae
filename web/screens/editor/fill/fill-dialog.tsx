import type { Layout } from '../../../../domain/day/layout.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { shortRange } from '../../../../domain/time/clock-time.ts';
import { addDays, isIsoDate, weekday } from '../../../../domain/time/date.ts';
import { FormDialog, useForm } from '../../../parts/forms/submit.tsx';
import { Checkbox, SelectField, TextField } from '../../../ui/form/form.tsx';
import type { Filling } from './fill-menu.tsx';

type FillDialogProps = { layout: Layout; rotation: Rotation; filling: Filling; onClose: () => void };

const actions = { copy: 'Copy', swap: 'Swap', day: 'Fill' } as const;
type Way = keyof typeof actions;

export function FillDialog({ layout, rotation, filling, onClose }: FillDialogProps) {
  const others = layout.rotations.filter(({ id }) => id !== rotation.id);
  const form = useForm({
    way: (others.length > 0 ? 'copy' : 'day') as Way,
    other: others[0]?.id ?? '',
    date: addDays(layout.date, -1) as string,
    isWholeDay: false,
  });
  const { way, other, date, isWholeDay } = form.values;

  function run() {
    if (way === 'copy') return filling.copyFrom(other);
    if (way === 'swap') return filling.swapWith(other);
    return filling.fillFrom(date, isWholeDay);
  }

  return (
    <FormDialog
      title={`Fill ${rotation.name}`}
      action={actions[way]}
      form={form}
      work={run}
      onClose={onClose}
    >
      <SelectField
        label="What to do"
        {...form.field('way')}
        options={[
          ...(others.length > 0
            ? [
                { value: 'copy' as const, label: 'Copy people from another rotation' },
                { value: 'swap' as const, label: 'Swap people with another rotation' },
              ]
            : []),
          { value: 'day', label: 'Place people as on another day' },
        ]}
        description={
          way === 'swap'
            ? 'Everyone moves to the position of the same name.'
            : 'Only open positions are filled. People who have a position stay there.'
        }
      />
      {way === 'day' ? (
        <>
          <TextField
            label="Day"
            type="date"
            description={isIsoDate(date) ? weekday(date) : undefined}
            {...form.field('date')}
          />
          <Checkbox label="All rotations" {...form.checkbox('isWholeDay')} />
        </>
      ) : (
        <SelectField
          label="Rotation"
          {...form.field('other')}
          options={others.map((each) => ({ value: each.id, label: `${each.name}, ${shortRange(each)}` }))}
        />
      )}
    </FormDialog>
  );
}
