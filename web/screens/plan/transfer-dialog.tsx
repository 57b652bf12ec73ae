import { useState } from 'react';
import { shortRange } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { byId } from '../../../domain/list/list.ts';
import { type PlanItem, positionIn } from '../../../domain/plan/plan.ts';
import { copyTo, dropMove, type InsideItem } from '../../../domain/plan/plan-move.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { FormDialog, useForm, useFormOutcome } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { Checkbox, SelectField } from '../../ui/form/form.tsx';
import { menuOf } from './item-element.ts';

const t = words('plan');

type TransferProps = { item: InsideItem; name: string; onClose: () => void };

export function TransferDialog({ way, ...props }: TransferProps & { way: 'copy' | 'move' }) {
  return way === 'copy' ? <CopyDialog {...props} /> : <MoveDialog {...props} />;
}

function CopyDialog({ item, name, onClose }: TransferProps) {
  const client = useClient();
  const { rotations, changePlan } = useOpenPlan();
  const form = useFormOutcome();
  const others = rotations.filter(({ id }) => id !== item.rotation);
  const all = others.map(({ id }) => id);
  const [chosen, setChosen] = useState<readonly string[]>(all.length === 1 ? all : []);

  function copy(): Outcome<unknown> {
    const into = others.filter(({ id }) => chosen.includes(id));
    if (into.length === 0) return refuse('rotation-unchosen');
    const steps = copyTo(
      rotations,
      item,
      into.map(({ id }) => id),
      () => client.newId(),
    );
    if (!steps.ok) return steps;
    const [only] = into;
    const said =
      only && into.length === 1
        ? t('copied-to', { name, place: only.name })
        : t('copied-to-rotations', { name, count: into.length });
    return changePlan(steps.value, said);
  }

  return (
    <FormDialog
      title={t('copy-named', { name })}
      action={t('copy')}
      form={form}
      work={copy}
      onClose={onClose}
    >
      <fieldset>
        <legend className="field__label">{t('copy-to')}</legend>
        {others.length > 1 && (
          <Checkbox
            label={t('all-rotations')}
            isSelected={all.every((id) => chosen.includes(id))}
            onChange={(isAll) => setChosen(isAll ? all : [])}
          />
        )}
        {others.map((rotation) => (
          <Checkbox
            key={rotation.id}
            label={withTimes(rotation)}
            isSelected={chosen.includes(rotation.id)}
            onChange={(isChosen) =>
              setChosen(isChosen ? [...chosen, rotation.id] : chosen.filter((id) => id !== rotation.id))
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}

function MoveDialog({ item, name, onClose }: TransferProps) {
  const client = useClient();
  const { rotations, setOpen, focusNext, changePlan } = useOpenPlan();
  const places = item.kind === 'position' ? subareasFor(rotations, item) : rotationsFor(rotations, item);
  const form = useForm({ to: places.length === 1 ? (places[0]?.value ?? '') : '' });

  function move(): Outcome<unknown> {
    const place = places.find(({ value }) => value === form.values.to);
    if (!place)
      return refuse(item.kind === 'position' ? 'subarea-unchosen' : 'rotation-unchosen', { field: 'to' });
    const change = dropMove(rotations, item, place.on, () => client.newId());
    if (!change) return refuse(item.kind === 'position' ? 'position-missing' : 'subarea-missing');
    const made = changePlan(change, t('moved-to', { name, place: place.said }));
    if (!made.ok) return made;
    setOpen(place.on.rotation, true);
    focusNext.current = menuOf(movedBy(change) ?? item);
    return made;
  }

  return (
    <FormDialog
      title={t('move-named', { name })}
      action={t('move')}
      form={form}
      work={move}
      onClose={onClose}
    >
      <SelectField
        label={t('move-to')}
        placeholder={item.kind === 'position' ? t('choose-subarea') : t('choose-rotation')}
        options={places}
        {...form.field('to')}
      />
    </FormDialog>
  );
}

/** The item under its new id, if it went to another rotation. */
function movedBy(change: NonNullable<ReturnType<typeof dropMove>>): InsideItem | null {
  const step = change.type === 'batch' ? change.changes[1] : undefined;
  if (step?.type === 'position.add') {
    return { kind: 'position', rotation: step.rotation, position: step.position.id };
  }
  if (step?.type !== 'subarea.add') return null;
  return { kind: 'subarea', rotation: step.rotation, subarea: step.subarea.id };
}

/** 'Lunch, 10:30a–2p': two rotations can have one name. */
const withTimes = (rotation: Rotation): string => `${rotation.name}, ${shortRange(rotation)}`;

type Plan = ReturnType<typeof useOpenPlan>['rotations'];
type CopyTarget = { value: string; label: string; group?: string; said: string; on: PlanItem };

const rotationsFor = (rotations: Plan, item: InsideItem): readonly CopyTarget[] =>
  rotations
    .filter(({ id }) => id !== item.rotation)
    .map((each) => ({
      ...{ value: each.id, label: withTimes(each), said: each.name },
      on: { kind: 'rotation', rotation: each.id },
    }));

function subareasFor(rotations: Plan, item: InsideItem): readonly CopyTarget[] {
  const from = byId(rotations, item.rotation);
  const home = item.kind === 'position' ? positionIn(from?.subareas, item.position).home : undefined;
  return rotations.flatMap((rotation) =>
    rotation.subareas
      .filter((subarea) => subarea !== home)
      .map((subarea) => ({
        value: `${rotation.id} ${subarea.id}`,
        label: subarea.name,
        group: withTimes(rotation),
        said: t('place-in', { subarea: subarea.name, rotation: rotation.name }),
        on: { kind: 'subarea' as const, rotation: rotation.id, subarea: subarea.id },
      })),
  );
}
