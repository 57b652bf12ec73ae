import { useState } from 'react';
import { byId } from '../../../domain/list/list.ts';
import type { PlanItem } from '../../../domain/plan/plan-standing.ts';
import type { Position } from '../../../domain/position/position.ts';
import { positionsOf, type Rotation } from '../../../domain/rotation/rotation.ts';
import type { Subarea } from '../../../domain/subarea/subarea.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { findByIndex, missingProblem } from './form-target.ts';
import { adderOf, elementOf } from './item-element.ts';
import { NameForm } from './name-form.tsx';
import { PlanItemNotFound } from './plan-form.tsx';

type PositionFormProps = { rotation: string; subarea: string; position: string };

/** `position` is 'add' for a new one. */
export function PositionFormScreen({
  rotation: inRotation,
  subarea: inSubarea,
  position: place,
}: PositionFormProps) {
  const { rotations } = useOpenPlan();
  // the form keeps editing the same item, even if items move in the meantime
  const [rotation] = useState(() => findByIndex(rotations, inRotation));
  const [subarea] = useState(() => rotation && findByIndex(rotation.subareas, inSubarea));
  const [position] = useState(() => subarea && findByIndex(subarea.positions, place));
  if (!rotation || !subarea || position === null) return <PlanItemNotFound />;
  return <PositionForm rotation={rotation} subarea={subarea} position={position} />;
}

type Opened = { rotation: Rotation; subarea: Subarea; position: Position | undefined };

function PositionForm({ rotation, subarea, position }: Opened) {
  const client = useClient();
  const { rotations } = useOpenPlan();
  const [newId] = useState(() => client.newId());
  const now = byId(rotations, rotation.id) ?? rotation;
  const home =
    (position && now.subareas.find(({ positions }) => byId(positions, position.id))) ??
    byId(now.subareas, subarea.id) ??
    subarea;
  const item = (id: string): PlanItem => ({ kind: 'position', rotation: rotation.id, position: id });
  const form = {
    label: 'Position Name',
    gone: missingProblem(rotations, { rotation, subarea, position }),
    inside: rotation.id,
  };
  const where = <p>{`In ${home.name}, ${now.name}`}</p>;

  if (!position) {
    return (
      <NameForm
        {...form}
        title="Add Position"
        name=""
        returnTo={adderOf({ kind: 'subarea', rotation: rotation.id, subarea: subarea.id })}
        added={elementOf(item(newId))}
        changeTo={(name) => ({
          type: 'position.add',
          rotation: rotation.id,
          subarea: subarea.id,
          position: { id: newId, name, seats: [] },
          before: null,
        })}
      >
        {where}
      </NameForm>
    );
  }
  return (
    <NameForm
      {...form}
      title="Rename Position"
      name={(byId(positionsOf(now), position.id) ?? position).name}
      returnTo={elementOf(item(position.id))}
      changeTo={(name) => ({ type: 'position.rename', rotation: rotation.id, position: position.id, name })}
    >
      {where}
    </NameForm>
  );
}
