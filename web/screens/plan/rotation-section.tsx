import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { memo, type ReactNode, useId, useRef, useState } from 'react';
import { words } from '../../../client/words/words.ts';
import type { PlanChange } from '../../../domain/change/change.ts';
import { byId, neighbourOf, nextIdAfter, without } from '../../../domain/list/list.ts';
import type { PlanItem } from '../../../domain/plan/plan.ts';
import {
  duplicatePosition,
  duplicateRotation,
  duplicateSubarea,
  nextSlot,
  placeOfCopy,
} from '../../../domain/plan/plan-copy.ts';
import { chartsFollow, copiesOf, type InsideItem, type PlanSteps } from '../../../domain/plan/plan-move.ts';
import {
  isInTime,
  type Position,
  placeInTime,
  positionsOf,
  type Rotation,
  type Subarea,
  seatedIn,
} from '../../../domain/plan/rotation.ts';
import { parseName } from '../../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { rotationLengths } from '../../../domain/time/am-or-pm.ts';
import type { TimeRange } from '../../../domain/time/clock-time.ts';
import { askFinally } from '../../parts/ask/ask-first.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { useForm } from '../../parts/forms/submit.tsx';
import { rangeOf, TimeRangeFields, useTimeRange } from '../../parts/forms/time-range.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { lazyPart } from '../../parts/page/lazy-screen.tsx';
import { Button, ButtonLink, IconButton } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/form.tsx';
import { MenuButton } from '../../ui/menu/menu.tsx';
import { focusLater } from '../../ui/page/focus.ts';
import { adderOf, chartsOf, elementOf, menuOf } from './item-element.ts';
import { PlanForm } from './plan-form.tsx';
import { RotationHeading } from './rotation-heading.tsx';

const t = words('plan');

const TransferDialog = lazyPart(() => import('./transfer-dialog.tsx'), 'TransferDialog');

function ItemMenu({ item, name, onDuplicate }: { item: InsideItem; name: string; onDuplicate: () => void }) {
  const { rotations } = useOpenPlan();
  const [doing, setDoing] = useState<'copy' | 'move' | null>(null);
  const id = menuOf(item);
  const hasOthers = rotations.length > 1;
  const canMove =
    hasOthers || (item.kind === 'position' && rotations.some(({ subareas }) => subareas.length > 1));
  const items = [
    { id: 'duplicate', label: t('duplicate'), icon: <IconPlus />, onAction: onDuplicate },
    hasOthers && {
      id: 'copy',
      label: t('copy-to-menu'),
      icon: <IconCopy />,
      onAction: () => setDoing('copy'),
    },
    canMove && {
      id: 'move',
      label: t('move-to-menu'),
      icon: <IconArrowRight />,
      onAction: () => setDoing('move'),
    },
  ].filter((each) => each !== false);

  function close() {
    setDoing(null);
    focusLater(id);
  }

  return (
    <>
      <MenuButton
        id={id}
        className="icon-button"
        variant="quiet"
        label={t('more-for', { name })}
        sections={[{ items }]}
      >
        <IconDots aria-hidden="true" />
      </MenuButton>
      {doing && <TransferDialog item={item} name={name} way={doing} onClose={close} />}
    </>
  );
}

type RotationSectionProps = { rotation: Rotation; index: number };

export const RotationSection = memo(function RotationSection({ rotation, index }: RotationSectionProps) {
  const client = useClient();
  const { rotations, dayStart, urls, isOpen, setOpen, focusNext, changePlan } = useOpenPlan();
  const headingId = useId();
  const bodyId = useId();
  const { name } = rotation;
  const seated = seatedIn(rotation).size;
  const item: PlanItem = { kind: 'rotation', rotation: rotation.id };

  function duplicate() {
    const copy = duplicateRotation(rotation, rotations, { dayStart, newId: () => client.newId() });
    const before = placeOfCopy(copy, rotation, rotations, dayStart);
    if (!changePlan({ type: 'rotation.add', rotation: copy, before }).ok) return;
    setOpen(copy.id, isOpen(rotation.id));
    focusNext.current = elementOf({ kind: 'rotation', rotation: copy.id });
  }

  function remove() {
    const next = neighbourOf(rotations, rotation.id);
    const made = changePlan({ type: 'rotation.delete', rotation: rotation.id });
    if (made.ok) focusNext.current = next ? elementOf({ kind: 'rotation', rotation: next }) : adderOf();
    return made;
  }

  const askToRemove = () =>
    askFinally({
      title: t('delete-question', { name }),
      action: t('delete-rotation'),
      text: t('delete-seated', { count: seated, name }),
      work: remove,
    });

  return (
    <section className="plan__rotation" aria-labelledby={headingId}>
      <div className="line plan__top">
        <RotationHeading rotation={rotation} headingId={headingId} bodyId={bodyId} />
        <ButtonLink
          id={elementOf(item)}
          variant="quiet"
          href={urls.rotation(index)}
          aria-label={t('edit-rotation-named', { name })}
        >
          {t('edit-rotation')}
        </ButtonLink>
      </div>
      {isOpen(rotation.id) && (
        <div className="stack plan__body" id={bodyId}>
          {rotation.subareas.length === 0 && <p className="quiet">{t('no-subareas')}</p>}
          <div className="plan__subareas">
            {rotation.subareas.map((subarea, place) => (
              <SubareaSection
                key={subarea.id}
                rotation={rotation}
                rotationIndex={index}
                subarea={subarea}
                index={place}
              />
            ))}
          </div>
          <div className="actions plan__actions">
            <ButtonLink
              id={adderOf(item)}
              href={urls.subarea(index, 'add')}
              icon={<IconPlus />}
              aria-label={t('add-subarea-to', { name })}
            >
              {t('add-subarea')}
            </ButtonLink>
            <span className="plan__rest">
              <ButtonLink
                id={chartsOf(rotation.id)}
                variant="quiet"
                href={urls.charts(index)}
                aria-label={t('headcount-charts-of', { name })}
              >
                {t('headcount-charts')}
              </ButtonLink>
              <Button
                variant="quiet"
                aria-label={t('duplicate-rotation-named', { name })}
                onPress={duplicate}
              >
                {t('duplicate-rotation')}
              </Button>
              <Button
                variant="danger"
                aria-label={t('delete-rotation-named', { name })}
                onPress={seated > 0 ? askToRemove : remove}
              >
                {t('delete-rotation')}
              </Button>
            </span>
          </div>
        </div>
      )}
    </section>
  );
});

type SubareaSectionProps = { rotation: Rotation; rotationIndex: number; subarea: Subarea; index: number };

function SubareaSection({ rotation, rotationIndex, subarea, index }: SubareaSectionProps) {
  const client = useClient();
  const { urls, focusNext, changePlan } = useOpenPlan();
  const { name, positions } = subarea;
  const inRotation = { rotation: rotation.id };
  const subareaItem = (id: string): InsideItem => ({ kind: 'subarea', ...inRotation, subarea: id });
  const positionItem = (id: string): InsideItem => ({ kind: 'position', ...inRotation, position: id });
  const itself = subareaItem(subarea.id);
  const adder = adderOf(itself);

  function withCharts(add: PlanChange, copies: ReadonlyMap<string, Position>): PlanChange | PlanSteps {
    const charts = chartsFollow(rotation, rotation, copies);
    return charts.length > 0 ? { type: 'batch', changes: [add, ...charts] } : add;
  }

  function change(step: PlanChange | PlanSteps, focus: string) {
    if (changePlan(step).ok) focusNext.current = focus;
  }

  function duplicate() {
    const copy = duplicateSubarea(subarea, rotation.subareas, () => client.newId());
    const before = nextIdAfter(rotation.subareas, subarea.id);
    const add = { type: 'subarea.add', ...inRotation, subarea: copy, before } as const;
    change(withCharts(add, copiesOf(positions, copy.positions)), elementOf(subareaItem(copy.id)));
  }

  function remove() {
    const next = neighbourOf(rotation.subareas, subarea.id);
    const focus = next ? elementOf(subareaItem(next)) : adderOf({ kind: 'rotation', ...inRotation });
    change({ type: 'subarea.delete', ...inRotation, subarea: subarea.id }, focus);
  }

  function duplicatePositionOf(position: Position) {
    const copy = duplicatePosition(position, positionsOf(rotation), () => client.newId());
    const place = { ...inRotation, subarea: subarea.id, before: nextIdAfter(positions, position.id) };
    const add = { type: 'position.add', ...place, position: copy } as const;
    change(withCharts(add, copiesOf([position], [copy])), elementOf(positionItem(copy.id)));
  }

  function removePosition(position: Position) {
    const next = neighbourOf(positions, position.id);
    const focus = next ? elementOf(positionItem(next)) : adder;
    change({ type: 'position.delete', ...inRotation, position: position.id }, focus);
  }

  return (
    <section className="plan__subarea" aria-label={`${name}, ${rotation.name}`}>
      <ItemRow
        item={itself}
        name={name}
        label={t('area-named', { name })}
        href={urls.subarea(rotationIndex, index)}
        onDelete={remove}
        onDuplicate={duplicate}
      >
        <h3 className="plan__name">{name}</h3>
      </ItemRow>
      {positions.length === 0 && <p className="quiet">{t('no-positions')}</p>}
      <ul className="plan__positions">
        {positions.map((position, place) => (
          <li key={position.id}>
            <ItemRow
              item={positionItem(position.id)}
              name={position.name}
              label={position.name}
              href={urls.position(rotationIndex, index, place)}
              onDelete={() => removePosition(position)}
              onDuplicate={() => duplicatePositionOf(position)}
            >
              <span className="plan__name plan__position-name">
                {position.name}
                {position.secondDuty && (
                  <span className="hint plan__duty">
                    {t('second-duty-is', { duty: position.secondDuty })}
                  </span>
                )}
                {position.priority && (
                  <span className="hint plan__duty">
                    {t('priority-is', { priority: t(`priority-${position.priority}`) })}
                  </span>
                )}
                {position.breaker && <span className="hint plan__duty">{t('breaker')}</span>}
              </span>
            </ItemRow>
          </li>
        ))}
      </ul>
      <ButtonLink
        id={adder}
        variant="quiet"
        href={urls.position(rotationIndex, index, 'add')}
        icon={<IconPlus />}
        aria-label={t('add-position-to', { name })}
      >
        {t('add-position')}
      </ButtonLink>
    </section>
  );
}

type ItemRowProps = {
  item: InsideItem;
  name: string;
  label: string;
  href: string;
  onDelete: () => void;
  onDuplicate: () => void;
  children: ReactNode;
};

/** Where there is no pointer to hover, the first press only gives it the focus. Screen readers and the Tab key find the controls at any time. */
function ItemRow({ item, name, label, href, onDelete, onDuplicate, children }: ItemRowProps) {
  return (
    <div className="line plan__item" tabIndex={-1}>
      {children}
      <span className="plan__controls">
        <ButtonLink
          id={elementOf(item)}
          className="icon-button"
          variant="quiet"
          aria-label={t('rename-named', { name: label })}
          href={href}
        >
          <IconPencil aria-hidden="true" />
        </ButtonLink>
        <IconButton
          variant="danger"
          label={t('delete-named', { name: label })}
          icon={<IconTrash />}
          onPress={onDelete}
        />
        <ItemMenu item={item} name={name} onDuplicate={onDuplicate} />
      </span>
    </div>
  );
}

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
      title={opened ? t('edit-rotation') : t('add-rotation')}
      form={form}
      work={store}
      returnTo={opened ? itemOf(opened.id) : adderOf()}
      inside={opened?.id}
      adding={opened ? undefined : { isEmpty: name.trim() === '', onAdded: goOn }}
    >
      <TextField ref={nameField} label={t('rotation-name')} autoFocus dir="auto" {...form.field('name')} />
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
    details: { which: field === 'name' ? 'name' : 'time' },
  });
