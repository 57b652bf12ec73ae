import { useState } from 'react';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { shortRange } from '../../../../domain/time/clock-time.ts';
import { addDays, isIsoDate, weekday } from '../../../../domain/time/date.ts';
import { FormDialog, useFormOutcome } from '../../../parts/forms/submit.tsx';
import { Checkbox, SelectField, TextField } from '../../../ui/form/field.tsx';
import type { Filling } from './use-fill.ts';

type FillDialogProps = { layout: Layout; rotation: Rotation; filling: Filling; onClose: () => void };

const actions = { copy: 'Copy', swap: 'Swap', day: 'Fill' } as const;

export function FillDialog({ layout, rotation, filling, onClose }: FillDialogProps) {
  const others = layout.rotations.filter(({ id }) => id !== rotation.id);
  const [way, setWay] = useState<keyof typeof actions>(others.length > 0 ? 'copy' : 'day');
  const [other, setOther] = useState(others[0]?.id ?? '');
  const [day, setDay] = useState<string>(addDays(layout.date, -1));
  const [isWholeDay, setWholeDay] = useState(false);
  const { attempt, isBusy, at, whole, clear } = useFormOutcome('date');

  function run() {
    if (way === 'copy') return filling.copyFrom(other);
    if (way === 'swap') return filling.swapWith(other);
    return filling.fillFrom(day, isWholeDay);
  }

  async function submit() {
    if ((await attempt(run)) !== undefined) onClose();
  }

  return (
    <FormDialog
      title={`Fill ${rotation.name}`}
      action={actions[way]}
      isBusy={isBusy}
      whole={whole}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="What to do"
        name="way"
        value={way}
        onChange={(next) => {
          clear();
          setWay(next as keyof typeof actions);
        }}
        options={[
          ...(others.length > 0
            ? [
                { value: 'copy', label: 'Copy people from another rotation' },
                { value: 'swap', label: 'Swap people with another rotation' },
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
            name="date"
            type="date"
            value={day}
            onChange={setDay}
            description={isIsoDate(day) ? weekday(day) : undefined}
            error={at('date')}
          />
          <Checkbox label="All rotations" name="whole-day" isSelected={isWholeDay} onChange={setWholeDay} />
        </>
      ) : (
        <SelectField
          label="Rotation"
          name="rotation"
          value={other}
          onChange={setOther}
          options={others.map((each) => ({ value: each.id, label: `${each.name}, ${shortRange(each)}` }))}
        />
      )}
    </FormDialog>
  );
}
