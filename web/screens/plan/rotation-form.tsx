import { useRef, useState } from 'react';
import type { PlanChange } from '../../../domain/change/change.ts';
import { byId, nextIdAfter, without } from '../../../domain/list/list.ts';
import type { PlanItem } from '../../../domain/plan/plan.ts';
import { nextSlot } from '../../../domain/plan/plan-copy.ts';
import { isInTime, placeInTime, type Rotation } from '../../../domain/plan/rotation.ts';
import { parseName } from '../../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import type { TimeRange } from '../../../domain/time/clock-time.ts';
import { rotationLengths } from '../../../domain/time/typed-ranges.ts';
import { rotationsIn, useOpenPlan } from '../../parts/board/open-plan.tsx';
import { useFormOutcome } from '../../parts/forms/submit.tsx';
import { rangeOf, TimeRangeFields, useTimeRange } from '../../parts/forms/time-range.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { useNavigateTo } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { adderOf, elementOf } from './item-element.ts';
import { findByIndex, missingProblem, PlanForm, PlanItemNotFound } from './plan-form.tsx';
import { useChangePlan } from './use-change-plan.ts';

/** `rotation` is 'add' for a new one. */
export function RotationFormScreen({ rotation: place }: { rotation: string }) {
  const { rotations } = useOpenPlan();
  // the form keeps editing the same item, even if items move in the meantime
  const [rotation] = useState(() => findByIndex(rotations, place));
  return rotation === null ? <PlanItemNotFound /> : <RotationForm opened={rotation} />;
}

function RotationForm({ opened }: { opened: Rotation | undefined }) {
  const client = useClient();
  const go = useNavigateTo();
  const { rotations, dayStart, document, urls, focusNext, setOpen } = useOpenPlan();
  const changePlan = useChangePlan();
  const nameField = useRef<HTMLInputElement>(null);
  const [newId, setNewId] = useState(() => client.newId());
  const [added, setAdded] = useState<string>();
  // a new one goes on where the day ends so far
  const [slot, setSlot] = useState(() => nextSlot(rotations, dayStart));
  // an untouched name shows what others save
  const [typedName, setTypedName] = useState<string>();
  const { attempt, at, whole } = useFormOutcome('name', 'startTime', 'endTime');
  const now = (opened && byId(rotations, opened.id)) ?? opened;
  const name = typedName ?? now?.name ?? '';
  const times = useTimeRange({
    saved: now ?? slot ?? undefined,
    day: { dayStart, rotations: [] },
    lengths: rotationLengths,
  });
  const item = (id: string): PlanItem => ({ kind: 'rotation', rotation: id });

  function store(form: { name: string } & TimeRange): Outcome<unknown> {
    if (!now) {
      const rotation: Rotation = { id: newId, ...form, subareas: [] };
      const before = placeInTime(rotations, form, dayStart);
      return changePlan({ type: 'rotation.add', rotation, before });
    }
    const edit = {
      ...(form.name !== now.name && { name: form.name }),
      ...(form.startTime !== now.startTime && { startTime: form.startTime }),
      ...(form.endTime !== now.endTime && { endTime: form.endTime }),
    };
    if (Object.keys(edit).length === 0 && byId(rotations, now.id)) return done(true);
    const saved: PlanChange = { type: 'rotation.edit', rotation: now.id, ...edit };
    const others = without(rotations, now.id);
    const before = placeInTime(others, form, dayStart);
    const moves =
      edit.startTime !== undefined && isInTime(others, dayStart) && before !== nextIdAfter(rotations, now.id);
    return changePlan(
      moves
        ? { type: 'batch', changes: [saved, { type: 'rotation.move', rotation: now.id, before }] }
        : saved,
    );
  }

  const attemptToStore = () =>
    attempt(() => {
      const read = parseName(name, 'name', 'invalid-name-or-time');
      if (!read.ok) return read.problem.code === 'invalid-name-or-time' ? invalid('name') : read;
      const range = rangeOf(times);
      if (range.ok) return store({ name: read.value, ...range.value });
      if (times.question) return range;
      return invalid(range.problem.field);
    });

  async function save() {
    if (!(await attemptToStore())) return;
    if (!opened) {
      focusNext.current = elementOf(item(newId));
      setOpen(newId, true);
    }
    go(urls.list);
  }

  async function addAndGoOn() {
    if (!(await attemptToStore())) return;
    setAdded(newId);
    setNewId(client.newId());
    setSlot(nextSlot(rotationsIn(document), dayStart));
    setTypedName(undefined);
    times.clear();
    nameField.current?.focus();
  }

  const before = opened?.id ?? added;
  return (
    <PlanForm
      title={opened ? 'Edit Rotation' : 'Add Rotation'}
      gone={missingProblem(rotations, { rotation: opened })}
      whole={whole}
      returnTo={before === undefined ? adderOf() : elementOf(item(before))}
      inside={before}
      onSave={opened ? save : addAndGoOn}
      {...(!opened && { adding: { onDone: name.trim() === '' ? null : () => void save() } })}
    >
      <TextField
        ref={nameField}
        label="Rotation Name"
        name="name"
        autoComplete="off"
        autoFocus
        dir="auto"
        value={name}
        onChange={setTypedName}
        error={at('name')}
      />
      <TimeRangeFields times={times} examples={{ startTime: '10:30 AM', endTime: '2:00 PM' }} errorAt={at} />
    </PlanForm>
  );
}

const invalid = (field = 'startTime') =>
  refuse('invalid-name-or-time', {
    field,
    details: { which: `. ${sentence({ code: field === 'name' ? 'name-missing' : 'time-missing' })}` },
  });
