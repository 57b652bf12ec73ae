import { useState } from 'react';
import { byId } from '../../../domain/list/list.ts';
import type { PlanItem } from '../../../domain/plan/plan-standing.ts';
import type { Rotation } from '../../../domain/rotation/rotation.ts';
import type { Subarea } from '../../../domain/subarea/subarea.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { findByIndex, missingProblem } from './form-target.ts';
import { adderOf, elementOf } from './item-element.ts';
import { NameForm } from './name-form.tsx';
import { PlanItemNotFound } from './plan-form.tsx';

type SubareaFormProps = { rotation: string; subarea: string };

/** `subarea` is 'add' for a new one. */
export function SubareaFormScreen({ rotation: inRotation, subarea: place }: SubareaFormProps) {
  const { rotations } = useOpenPlan();
  // the form keeps editing the same item, even if items move in the meantime
  const [rotation] = useState(() => findByIndex(rotations, inRotation));
  const [subarea] = useState(() => rotation && findByIndex(rotation.subareas, place));
  if (!rotation || subarea === null) return <PlanItemNotFound />;
  return <SubareaForm rotation={rotation} subarea={subarea} />;
}

function SubareaForm({ rotation, subarea }: { rotation: Rotation; subarea: Subarea | undefined }) {
  const client = useClient();
  const { rotations } = useOpenPlan();
  const [newId] = useState(() => client.newId());
  const now = byId(rotations, rotation.id) ?? rotation;
  const item = (id: string): PlanItem => ({ kind: 'subarea', rotation: rotation.id, subarea: id });
  const form = {
    label: 'Subarea Name',
    gone: missingProblem(rotations, { rotation, subarea }),
    inside: rotation.id,
  };
  const where = <p>{`In ${now.name}`}</p>;

  if (!subarea) {
    return (
      <NameForm
        {...form}
        title="Add Subarea"
        name=""
        returnTo={adderOf({ kind: 'rotation', rotation: rotation.id })}
        added={elementOf(item(newId))}
        changeTo={(name) => ({
          type: 'subarea.add',
          rotation: rotation.id,
          subarea: { id: newId, name, positions: [] },
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
      title="Rename Area"
      name={(byId(now.subareas, subarea.id) ?? subarea).name}
      returnTo={elementOf(item(subarea.id))}
      changeTo={(name) => ({ type: 'subarea.rename', rotation: rotation.id, subarea: subarea.id, name })}
    >
      {where}
    </NameForm>
  );
}
