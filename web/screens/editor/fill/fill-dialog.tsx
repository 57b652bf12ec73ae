import { shortRange, weekday } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { addDays, isIsoDate } from '../../../../domain/time/date.ts';
import { FormDialog, useForm } from '../../../parts/forms/submit.tsx';
import { Checkbox, SelectField, TextField } from '../../../ui/form/form.tsx';
import type { Filling } from './fill-menu.tsx';

const t = words('editor');

type FillDialogProps = { layout: Layout; rotation: Rotation; filling: Filling; onClose: () => void };

const actions = { copy: 'fill-copy', swap: 'fill-swap', day: 'fill' } as const;
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
      title={t('fill-rotation', { rotation: rotation.name })}
      action={t(actions[way])}
      form={form}
      work={run}
      onClose={onClose}
    >
      <SelectField
        label={t('what-to-do')}
        {...form.field('way')}
        options={[
          ...(others.length > 0
            ? [
                { value: 'copy' as const, label: t('copy-people') },
                { value: 'swap' as const, label: t('swap-people') },
              ]
            : []),
          { value: 'day', label: t('place-as-another-day') },
        ]}
        description={way === 'swap' ? t('swap-how') : t('fill-how')}
      />
      {way === 'day' ? (
        <>
          <TextField
            label={t('day')}
            type="date"
            description={isIsoDate(date) ? weekday(date) : undefined}
            {...form.field('date')}
          />
          <Checkbox label={t('all-rotations')} {...form.checkbox('isWholeDay')} />
        </>
      ) : (
        <SelectField
          label={t('rotation')}
          {...form.field('other')}
          options={others.map((each) => ({ value: each.id, label: `${each.name}, ${shortRange(each)}` }))}
        />
      )}
    </FormDialog>
  );
}
