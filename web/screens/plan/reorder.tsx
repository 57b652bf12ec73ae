import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import { type ReactNode, useId } from 'react';
import { words } from '../../../client/words/words.ts';
import { byId } from '../../../domain/list/list.ts';
import { type Plan, type PlanItem, standingOf } from '../../../domain/plan/plan.ts';
import { dropMove, stepMove } from '../../../domain/plan/plan-move.ts';
import type { Rotation, Subarea } from '../../../domain/plan/rotation.ts';
import { rotationsIn, useOpenPlan } from '../../parts/board/open-plan.tsx';
import { DragArea } from '../../parts/drag/drag-area.tsx';
import { useDraggable, useDroppable } from '../../parts/drag/drag-items.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { IconButton } from '../../ui/button/button.tsx';
import { elementOf } from './item-element.ts';
import { RotationHeading } from './rotation-heading.tsx';
import './reorder.css';

const t = words('plan');

export function Reorder() {
  const client = useClient();
  const { rotations, changePlan } = useOpenPlan();
  return (
    <DragArea
      ghost={(item: PlanItem) => standingOf(rotations, item)?.name ?? ''}
      onDrop={(item: PlanItem, on: PlanItem) => {
        const move = dropMove(rotations, item, on, () => client.newId());
        if (move) changePlan(move, move.type === 'batch' ? movedText(rotations, item, on) : undefined);
      }}
    >
      <p className="reorder__hint quiet">{t('drag-hint')}</p>
      <ol className="stack stack--close">
        {rotations.map((rotation) => (
          <RotationRows key={rotation.id} rotation={rotation} />
        ))}
      </ol>
    </DragArea>
  );
}

/** 'Moved Window to Dinner'. */
const movedText = (rotations: Plan, item: PlanItem, { rotation }: PlanItem): string =>
  t('moved-to', {
    name: standingOf(rotations, item)?.name ?? '',
    place: byId(rotations, rotation)?.name ?? '',
  });

function RotationRows({ rotation }: { rotation: Rotation }) {
  const { isOpen } = useOpenPlan();
  const headingId = useId();
  const bodyId = useId();
  return (
    <li className="plan__rotation">
      <Row
        item={{ kind: 'rotation', rotation: rotation.id }}
        name={rotation.name}
        accepts={['rotation', 'subarea']}
      >
        <RotationHeading rotation={rotation} headingId={headingId} bodyId={bodyId} />
      </Row>
      {isOpen(rotation.id) && (
        <ol className="reorder__inside" id={bodyId} aria-labelledby={headingId}>
          {rotation.subareas.map((subarea) => (
            <SubareaRows key={subarea.id} rotation={rotation.id} subarea={subarea} />
          ))}
        </ol>
      )}
    </li>
  );
}

function SubareaRows({ rotation, subarea }: { rotation: string; subarea: Subarea }) {
  const { id, name, positions } = subarea;
  return (
    <li>
      <Row item={{ kind: 'subarea', rotation, subarea: id }} name={name} accepts={['subarea', 'position']}>
        <h3 className="plan__name">{name}</h3>
      </Row>
      <ol className="reorder__inside" aria-label={name}>
        {positions.map((position) => (
          <li key={position.id}>
            <Row
              item={{ kind: 'position', rotation, position: position.id }}
              name={position.name}
              accepts={['position']}
            >
              <span className="plan__name">{position.name}</span>
            </Row>
          </li>
        ))}
      </ol>
    </li>
  );
}

type RowProps = { item: PlanItem; name: string; accepts: string[]; children: ReactNode };

function Row({ item, name, accepts, children }: RowProps) {
  const { rotations, focusNext, document, changePlan } = useOpenPlan();
  const key = elementOf(item);
  const drag = useDraggable<PlanItem, HTMLDivElement>({ kinds: [item.kind], data: item });
  const drop = useDroppable<PlanItem, HTMLDivElement>({ kinds: accepts, data: item });
  const steps = { up: stepMove(rotations, item, 'up'), down: stepMove(rotations, item, 'down') };

  function step(direction: 'up' | 'down') {
    // moving to another list makes a new element, and at either end only the other button is enabled
    const change = steps[direction];
    if (!change || !changePlan(change).ok) return;
    const canContinue = stepMove(rotationsIn(document), item, direction);
    const other = direction === 'up' ? 'down' : 'up';
    focusNext.current = `${canContinue ? direction : other} ${key}`;
  }

  return (
    <div
      ref={(element) => {
        drag.ref.current = element;
        drop.ref.current = element;
      }}
      className={[
        'line reorder__row',
        drag.isDragging && 'dragged',
        drop.isDropTarget && 'reorder__row--over',
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <span className="reorder__grip" ref={drag.handleRef} aria-hidden="true">
        <IconGripVertical />
      </span>
      <div className="reorder__what">{children}</div>
      <IconButton
        id={`up ${key}`}
        variant="quiet"
        label={t('move-up', { name })}
        icon={<IconArrowUp />}
        isDisabled={!steps.up}
        onPress={() => step('up')}
      />
      <IconButton
        id={`down ${key}`}
        variant="quiet"
        label={t('move-down', { name })}
        icon={<IconArrowDown />}
        isDisabled={!steps.down}
        onPress={() => step('down')}
      />
    </div>
  );
}
