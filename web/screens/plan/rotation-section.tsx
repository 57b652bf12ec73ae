import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import {
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { neighbourOf, nextIdAfter } from '../../../domain/list/list.ts';
import type { PlanItem } from '../../../domain/plan/plan.ts';
import {
  duplicatePosition,
  duplicateRotation,
  duplicateSubarea,
  placeOfCopy,
} from '../../../domain/plan/plan-copy.ts';
import type { InsideItem } from '../../../domain/plan/plan-move.ts';
import {
  type Position,
  positionsOf,
  type Rotation,
  type Subarea,
  seatedIn,
} from '../../../domain/plan/rotation.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button, ButtonLink, IconButton, IconLink } from '../../ui/button/button.tsx';
import { MenuButton } from '../../ui/menu/menu.tsx';
import { adderOf, elementOf, focusLater, menuOf } from './item-element.ts';
import { RotationHeading } from './rotation-heading.tsx';
import { useChangePlan } from './use-change-plan.ts';

const TransferDialog = lazy(async () => ({
  default: (await import('./transfer-dialog.tsx')).TransferDialog,
}));

type ItemMenuProps = { item: InsideItem; name: string; onDuplicate?: () => void };

function ItemMenu({ item, name, onDuplicate }: ItemMenuProps) {
  const { rotations } = useOpenPlan();
  const [doing, setDoing] = useState<'copy' | 'move' | null>(null);
  const id = menuOf(item);
  const hasOthers = rotations.length > 1;
  const canMove =
    hasOthers || (item.kind === 'position' && rotations.some(({ subareas }) => subareas.length > 1));
  const items = [
    onDuplicate && { id: 'duplicate', label: 'Duplicate', icon: <IconPlus />, onAction: onDuplicate },
    hasOthers && { id: 'copy', label: 'Copy to…', icon: <IconCopy />, onAction: () => setDoing('copy') },
    canMove && { id: 'move', label: 'Move to…', icon: <IconArrowRight />, onAction: () => setDoing('move') },
  ].filter((each) => each !== undefined && each !== false);
  if (items.length === 0) return null;

  function close() {
    setDoing(null);
    focusLater(id);
  }

  return (
    <>
      <MenuButton
        id={id}
        className="plan__more"
        variant="quiet"
        label={`More for ${name}`}
        sections={[{ items }]}
      >
        <IconDots aria-hidden="true" />
      </MenuButton>
      {doing && (
        <Suspense>
          <TransferDialog item={item} name={name} way={doing} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

type RotationSectionProps = { rotation: Rotation; index: number };

export const RotationSection = memo(function RotationSection({ rotation, index }: RotationSectionProps) {
  const client = useClient();
  const { rotations, dayStart, urls, isOpen, setOpen, focusNext } = useOpenPlan();
  const changePlan = useChangePlan();
  const headingId = useId();
  const bodyId = useId();
  const { name } = rotation;
  const [isConfirming, setConfirming] = useState(false);
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

  return (
    <section className="plan__rotation" aria-labelledby={headingId}>
      <div className="plan__top">
        <RotationHeading rotation={rotation} headingId={headingId} bodyId={bodyId} />
        <ButtonLink
          id={elementOf(item)}
          variant="quiet"
          href={urls.rotation(index)}
          aria-label={`Edit Rotation ${name}`}
        >
          Edit Rotation
        </ButtonLink>
      </div>
      {isOpen(rotation.id) && (
        <div className="plan__body" id={bodyId}>
          {rotation.subareas.length === 0 && <p className="plan__none">No subareas added yet</p>}
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
          <div className="plan__actions">
            <ButtonLink
              id={adderOf(item)}
              href={urls.subarea(index, 'add')}
              icon={<IconPlus />}
              aria-label={`Add Subarea to ${name}`}
            >
              Add Subarea
            </ButtonLink>
            <span className="plan__rest">
              <Button variant="quiet" aria-label={`Duplicate Rotation ${name}`} onPress={duplicate}>
                Duplicate Rotation
              </Button>
              <Button
                variant="danger"
                aria-label={`Delete Rotation ${name}`}
                onPress={() => (seated > 0 ? setConfirming(true) : remove())}
              >
                Delete Rotation
              </Button>
            </span>
          </div>
        </div>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action="Delete Rotation"
          work={async () => remove()}
          onClose={() => setConfirming(false)}
        >
          {`${seated === 1 ? '1 person is' : `${seated} people are`} assigned in ${name}. Deleting it removes those assignments.`}
        </ConfirmDialog>
      )}
    </section>
  );
});

type SubareaSectionProps = { rotation: Rotation; rotationIndex: number; subarea: Subarea; index: number };

function SubareaSection({ rotation, rotationIndex, subarea, index }: SubareaSectionProps) {
  const client = useClient();
  const { urls, focusNext } = useOpenPlan();
  const changePlan = useChangePlan();
  const { name, positions } = subarea;
  const held = useLastPressed();
  const inRotation = { rotation: rotation.id };
  const itemOf = (id: string): PlanItem => ({ kind: 'subarea', ...inRotation, subarea: id });
  const positionItem = (id: string): PlanItem => ({ kind: 'position', ...inRotation, position: id });

  function duplicate() {
    const copy = duplicateSubarea(subarea, rotation.subareas, () => client.newId());
    const before = nextIdAfter(rotation.subareas, subarea.id);
    if (!changePlan({ type: 'subarea.add', ...inRotation, subarea: copy, before }).ok) return;
    focusNext.current = elementOf(itemOf(copy.id));
  }

  function remove() {
    const next = neighbourOf(rotation.subareas, subarea.id);
    const change = { type: 'subarea.delete', ...inRotation, subarea: subarea.id } as const;
    if (!changePlan(change).ok) return;
    focusNext.current = next ? elementOf(itemOf(next)) : adderOf({ kind: 'rotation', ...inRotation });
  }

  function duplicatePositionOf(position: Position) {
    const copy = duplicatePosition(position, positionsOf(rotation), () => client.newId());
    const before = nextIdAfter(positions, position.id);
    const change = {
      type: 'position.add',
      ...inRotation,
      subarea: subarea.id,
      position: copy,
      before,
    } as const;
    if (!changePlan(change).ok) return;
    focusNext.current = elementOf(positionItem(copy.id));
  }

  function removePosition(position: Position) {
    const next = neighbourOf(positions, position.id);
    const change = { type: 'position.delete', ...inRotation, position: position.id } as const;
    if (!changePlan(change).ok) return;
    focusNext.current = next ? elementOf(positionItem(next)) : adderOf(itemOf(subarea.id));
  }

  return (
    <section className="plan__subarea" aria-label={`${name}, ${rotation.name}`} ref={held.inside}>
      <Holdable
        className="plan__subarea-top"
        isHeld={held.is(subarea.id)}
        onHold={() => held.hold(subarea.id)}
      >
        <h3 className="plan__name">{name}</h3>
        <span className="plan__controls">
          <IconLink
            id={elementOf(itemOf(subarea.id))}
            variant="quiet"
            label={`Rename Area ${name}`}
            icon={<IconPencil />}
            href={urls.subarea(rotationIndex, index)}
          />
          <IconButton variant="danger" label={`Delete Area ${name}`} icon={<IconTrash />} onPress={remove} />
          <ItemMenu
            item={{ kind: 'subarea', ...inRotation, subarea: subarea.id }}
            name={name}
            onDuplicate={duplicate}
          />
        </span>
      </Holdable>
      {positions.length === 0 && <p className="plan__none">No positions added yet</p>}
      <ul className="plan__positions">
        {positions.map((position, place) => (
          <li key={position.id}>
            <Holdable
              className="plan__position"
              isHeld={held.is(position.id)}
              onHold={() => held.hold(position.id)}
            >
              <span className="plan__position-name">{position.name}</span>
              <span className="plan__controls">
                <IconLink
                  id={elementOf(positionItem(position.id))}
                  variant="quiet"
                  label={`Rename ${position.name}`}
                  icon={<IconPencil />}
                  href={urls.position(rotationIndex, index, place)}
                />
                <IconButton
                  variant="danger"
                  label={`Delete ${position.name}`}
                  icon={<IconTrash />}
                  onPress={() => removePosition(position)}
                />
                <ItemMenu
                  item={{ kind: 'position', ...inRotation, position: position.id }}
                  name={position.name}
                  onDuplicate={() => duplicatePositionOf(position)}
                />
              </span>
            </Holdable>
          </li>
        ))}
      </ul>
      <ButtonLink
        id={adderOf(itemOf(subarea.id))}
        variant="quiet"
        href={urls.position(rotationIndex, index, 'add')}
        icon={<IconPlus />}
        aria-label={`Add Position to ${name}`}
      >
        Add Position
      </ButtonLink>
    </section>
  );
}

interface LastPressed {
  /** Around everything that can be held; a press elsewhere lets go. */
  readonly inside: RefObject<HTMLElement | null>;
  readonly is: (id: string) => boolean;
  readonly hold: (id: string) => void;
}

function useLastPressed(): LastPressed {
  const inside = useRef<HTMLElement>(null);
  const [held, hold] = useState<string | null>(null);
  useEffect(() => {
    if (held === null) return;
    const letGo = ({ target }: PointerEvent) => {
      if (!inside.current?.contains(target as Node)) hold(null);
    };
    document.addEventListener('pointerdown', letGo);
    return () => document.removeEventListener('pointerdown', letGo);
  }, [held]);
  return { inside, is: (id) => id === held, hold };
}

type HoldableProps = { className: string; isHeld: boolean; onHold: () => void; children: ReactNode };

/** Where there is no pointer to hover, the first press only holds it. Screen readers and the Tab key find the controls at any time. */
function Holdable({ className, isHeld, onHold, children }: HoldableProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys reach the controls themselves
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <div className={isHeld ? `${className} plan__held` : className} onClick={onHold}>
      {children}
    </div>
  );
}
