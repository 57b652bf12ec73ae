import { useState } from 'react';
import { byId } from '../../../domain/list/list.ts';
import { positionsListed } from '../../../domain/plan/list-additions.ts';
import { type Position, positionsOf, type Rotation, type Subarea } from '../../../domain/plan/rotation.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { AddingTo } from './adding/adding-to.tsx';
import { ListForm } from './adding/list-form.tsx';
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
  const { rotations } = useOpenPlan();
  const now = byId(rotations, rotation.id) ?? rotation;
  const home =
    (position && now.subareas.find(({ positions }) => byId(positions, position.id))) ??
    byId(now.subareas, subarea.id) ??
    subarea;
  const form = {
    label: 'Position Name',
    gone: missingProblem(rotations, { rotation, subarea, position }),
  };
  const where = `${home.name}, ${now.name}`;

  if (!position) {
    return (
      <ListForm
        {...form}
        title="Add Position"
        hint="One name, or a list: “Grill, Fryer” or “Register 1-4”. You can paste a column."
        rotation={now}
        returnTo={adderOf({ kind: 'subarea', rotation: rotation.id, subarea: subarea.id })}
        read={(text) => positionsListed(text, now, subarea.id)}
      >
        <AddingTo where={where} what="position" items={home.positions} />
      </ListForm>
    );
  }
  return (
    <NameForm
      {...form}
      title="Rename Position"
      inside={rotation.id}
      name={(byId(positionsOf(now), position.id) ?? position).name}
      returnTo={elementOf({ kind: 'position', rotation: rotation.id, position: position.id })}
      changeTo={(name) => ({ type: 'position.rename', rotation: rotation.id, position: position.id, name })}
    >
      <p>{`In ${where}`}</p>
    </NameForm>
  );
}
