import { useRef } from 'react';
import type { PlanChange } from '../../../domain/change/change.ts';
import { byId, nextIdAfter, without } from '../../../domain/list/list.ts';
import { nextSlot } from '../../../domain/plan/plan-copy.ts';
import { isInTime, placeInTime, type Rotation } from '../../../domain/plan/rotation.ts';
import { parseName } from '../../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import type { TimeRange } from '../../../domain/time/clock-time.ts';
import { rotationLengths } from '../../../domain/time/typed-ranges.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { useForm } from '../../parts/forms/submit.tsx';
import { rangeOf, TimeRangeFields, useTimeRange } from '../../parts/forms/time-range.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { adderOf, elementOf } from './item-element.ts';
import { PlanForm } from './plan-form.tsx';

export function RotationForm({ rotation: opened }: { rotation: Rotation | undefined }) {
  const client = useClient();
  const { rotations, dayStart, changePlan, setOpen } = useOpenPlan();
  const nameField = useRef<HTMLInputElement>(null);
  const now = (opened && byId(rotations, opened.id)) ?? opened;
  const form = useForm({ name: now?.name ?? '' }, ['name', 'startTime', 'endTime']);
  const { name } = form.values;
  const times = useTimeRange({
    // a new one goes on where the day ends so far
    saved: now ?? nextSlot(rotations, dayStart) ?? undefined,
    day: { dayStart, rotations: [] },
    lengths: rotationLengths,
  });
  const itemOf = (id: string) => elementOf({ kind: 'rotation', rotation: id });

  function add(form: { name: string } & TimeRange): Outcome<string> {
    const rotation: Rotation = { id: client.newId(), ...form, subareas: [] };
    const before = placeInTime(rotations, form, dayStart);
    const made = changePlan({ type: 'rotation.add', rotation, before });
    if (!made.ok) return made;
    setOpen(rotation.id, true);
    return done(itemOf(rotation.id));
  }

  function edit(now: Rotation, form: { name: string } & TimeRange): Outcome<string> {
    const edit = {
      ...(form.name !== now.name && { name: form.name }),
      ...(form.startTime !== now.startTime && { startTime: form.startTime }),
      ...(form.endTime !== now.endTime && { endTime: form.endTime }),
    };
    if (Object.keys(edit).length === 0) return done(itemOf(now.id));
    const saved: PlanChange = { type: 'rotation.edit', rotation: now.id, ...edit };
    const others = without(rotations, now.id);
    const before = placeInTime(others, form, dayStart);
    const moves =
      edit.startTime !== undefined && isInTime(others, dayStart) && before !== nextIdAfter(rotations, now.id);
    const made = changePlan(
      moves
        ? { type: 'batch', changes: [saved, { type: 'rotation.move', rotation: now.id, before }] }
        : saved,
    );
    return made.ok ? done(itemOf(now.id)) : made;
  }

  function store(): Outcome<string> {
    const read = parseName(name, 'name', 'invalid-name-or-time');
    if (!read.ok) return read.problem.code === 'invalid-name-or-time' ? invalid('name') : read;
    const range = rangeOf(times);
    if (!range.ok) return times.question ? range : invalid(range.problem.field);
    const typed = { name: read.value, ...range.value };
    return now ? edit(now, typed) : add(typed);
  }

  function goOn() {
    form.reset();
    times.clear();
    nameField.current?.focus();
  }

  return (
    <PlanForm
      title={opened ? 'Edit Rotation' : 'Add Rotation'}
      form={form}
      work={store}
      returnTo={opened ? itemOf(opened.id) : adderOf()}
      inside={opened?.id}
      adding={opened ? undefined : { isEmpty: name.trim() === '', onAdded: goOn }}
    >
      <TextField ref={nameField} label="Rotation Name" autoFocus dir="auto" {...form.field('name')} />
      <TimeRangeFields
        times={times}
        examples={{ startTime: '10:30 AM', endTime: '2:00 PM' }}
        errorAt={form.at}
      />
    </PlanForm>
  );
}

const invalid = (field = 'startTime') =>
  refuse('invalid-name-or-time', {
    field,
    details: { which: `. ${sentence({ code: field === 'name' ? 'name-missing' : 'time-missing' })}` },
  });
