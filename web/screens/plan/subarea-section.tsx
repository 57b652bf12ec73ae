import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { neighbourOf, nextIdAfter } from '../../../domain/list/list.ts';
import type { PlanItem } from '../../../domain/plan/plan.ts';
import { duplicatePosition, duplicateSubarea } from '../../../domain/plan/plan-copy.ts';
import { type Position, positionsOf, type Rotation, type Subarea } from '../../../domain/plan/rotation.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { ButtonLink } from '../../ui/button/button.tsx';
import { IconButton, IconLink } from '../../ui/button/icon-button.tsx';
import { Holdable, useHeld } from './holdable.tsx';
import { adderOf, elementOf } from './item-element.ts';
import { ItemMenu } from './item-menu.tsx';
import { useChangePlan } from './use-change-plan.ts';

type SubareaSectionProps = { rotation: Rotation; rotationIndex: number; subarea: Subarea; index: number };

/** A subarea with its positions and actions. */
export function SubareaSection({ rotation, rotationIndex, subarea, index }: SubareaSectionProps) {
  const client = useClient();
  const { urls, focusNext } = useOpenPlan();
  const changePlan = useChangePlan();
  const { name, positions } = subarea;
  const held = useHeld();
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
