import { useState } from 'react';
import { readTime } from '../../../domain/clock-time.ts';
import { byId } from '../../../domain/list.ts';
import type { PlanItem } from '../../../domain/plan-move.ts';
import { done, type Outcome } from '../../../domain/problem.ts';
import { type Rotation, readRotationForm } from '../../../domain/rotation.ts';
import { useClient } from '../../parts/client-context.tsx';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { useOpenPlan } from '../../parts/open-plan.tsx';
import { FormRow } from '../../ui/form.tsx';
import { useNavigateTo } from '../../ui/link.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { adderOf, elementOf } from './item-element.ts';
import { goneOf, at as placedAt } from './named.ts';
import { NowhereInPlan, PlanForm } from './plan-form.tsx';
import { useChangePlan } from './use-change-plan.ts';

/** `rotation` is 'add' for a new one. */
export function RotationFormScreen({ rotation: place }: { rotation: string }) {
  const { rotations } = useOpenPlan();
  // the form stays with what stood there when it was opened, whatever moves meanwhile
  const [rotation] = useState(() => placedAt(rotations, place));
  return rotation === null ? <NowhereInPlan /> : <RotationForm opened={rotation} />;
}

const fields = ['name', 'startTime', 'endTime'] as const;
type Fields = Record<(typeof fields)[number], string>;
const blank: Fields = { name: '', startTime: '', endTime: '' };

function RotationForm({ opened }: { opened: Rotation | undefined }) {
  const client = useClient();
  const go = useNavigateTo();
  const { rotations, urls, focusNext } = useOpenPlan();
  const changePlan = useChangePlan();
  const [newId] = useState(() => client.newId());
  // Untouched fields show what others save.
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const { attempt, at, whole } = useFormOutcome(...fields);
  const now: Fields = (opened && byId(rotations, opened.id)) ?? opened ?? blank;
  const shown: Fields = {
    name: typed.name ?? now.name,
    startTime: typed.startTime ?? now.startTime,
    endTime: typed.endTime ?? now.endTime,
  };
  const item = (id: string): PlanItem => ({ kind: 'rotation', rotation: id });

  function store(form: Fields): Outcome<unknown> {
    if (!opened) {
      const rotation: Rotation = { id: newId, ...form, subareas: [] };
      return changePlan({ type: 'rotation.add', rotation, before: null }, `${form.name} added`);
    }
    const differing = fields.filter((field) => typed[field] !== undefined && form[field] !== now[field]);
    if (differing.length === 0 && byId(rotations, opened.id)) return done(true);
    const edit = Object.fromEntries(differing.map((field) => [field, form[field]]));
    return changePlan({ type: 'rotation.edit', rotation: opened.id, ...edit }, `${form.name} saved`);
  }

  async function save() {
    const { name, startTime, endTime } = shown;
    const saved = await attempt(() => {
      const form = readRotationForm({
        name,
        startTime: readTime(startTime) ?? '',
        endTime: readTime(endTime) ?? '',
      });
      return form.ok ? store(form.value) : form;
    });
    if (!saved) return;
    if (!opened) focusNext.current = elementOf(item(newId));
    go(urls.list);
  }

  const time = (field: 'startTime' | 'endTime') => ({
    autoComplete: 'off',
    value: shown[field],
    onChange: (text: string) => setTyped({ ...typed, [field]: text }),
    onBlur: () => {
      const text = typed[field];
      if (text !== undefined) setTyped({ ...typed, [field]: readTime(text) ?? text });
    },
    error: at(field),
  });

  return (
    <PlanForm
      title={opened ? 'Edit Rotation' : 'Add Rotation'}
      gone={goneOf(rotations, { rotation: opened })}
      whole={whole}
      returnTo={opened ? elementOf(item(opened.id)) : adderOf()}
      inside={opened?.id ?? newId}
      onSave={save}
    >
      <TextField
        label="Rotation Name"
        name="name"
        autoComplete="off"
        autoFocus
        dir="auto"
        value={shown.name}
        onChange={(name) => setTyped({ ...typed, name })}
        error={at('name')}
      />
      <FormRow>
        <TextField label="Start Time" name="start" placeholder="10:30 AM" {...time('startTime')} />
        <TextField label="End Time" name="end" placeholder="2:00 PM" {...time('endTime')} />
      </FormRow>
    </PlanForm>
  );
}
