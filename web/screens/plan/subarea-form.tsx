import { useState } from 'react';
import { byId } from '../../../domain/list/list.ts';
import { areasListed } from '../../../domain/plan/list-additions.ts';
import type { Rotation, Subarea } from '../../../domain/plan/rotation.ts';
import { type AreasIn, guessAreasIn } from '../../../domain/plan/typed-list.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { PillRow } from '../../ui/menu/pill.tsx';
import { AddingTo } from './adding/adding-to.tsx';
import { ListForm } from './adding/list-form.tsx';
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

type Opened = { rotation: Rotation; subarea: Subarea | undefined };

function SubareaForm({ rotation, subarea }: Opened) {
  const { rotations } = useOpenPlan();
  const [areasIn, setAreasIn] = useState<AreasIn>();
  const now = byId(rotations, rotation.id) ?? rotation;
  const form = { label: 'Subarea Name', gone: missingProblem(rotations, { rotation, subarea }) };

  if (!subarea) {
    return (
      <ListForm
        {...form}
        title="Add Subarea"
        hint="One name, or a list: “Kitchen, Patio” or “Kitchen: Grill, Fryer”. You can paste a table."
        rotation={now}
        returnTo={adderOf({ kind: 'rotation', rotation: rotation.id })}
        read={(text) => areasListed(text, now, chosenFor(text, areasIn))}
        question={(text) => <TableQuestion text={text} chosen={areasIn} onChoose={setAreasIn} />}
      >
        <AddingTo where={now.name} what="subarea" items={now.subareas} />
      </ListForm>
    );
  }
  return (
    <NameForm
      {...form}
      title="Rename Area"
      inside={rotation.id}
      name={(byId(now.subareas, subarea.id) ?? subarea).name}
      returnTo={elementOf({ kind: 'subarea', rotation: rotation.id, subarea: subarea.id })}
      changeTo={(name) => ({ type: 'subarea.rename', rotation: rotation.id, subarea: subarea.id, name })}
    >
      <p>{`The subarea ${(byId(now.subareas, subarea.id) ?? subarea).name} in ${now.name}`}</p>
    </NameForm>
  );
}

/** What was chosen counts as long as a table stands in the field. */
const chosenFor = (text: string, chosen: AreasIn | undefined): AreasIn | null => {
  const guess = guessAreasIn(text);
  return guess && (chosen ?? guess);
};

const ways = [
  { id: 'row', label: 'First row' },
  { id: 'column', label: 'First column' },
] as const;

type QuestionProps = { text: string; chosen: AreasIn | undefined; onChoose: (chosen: AreasIn) => void };

function TableQuestion({ text, chosen, onChoose }: QuestionProps) {
  const areasIn = chosenFor(text, chosen);
  if (areasIn === null) return null;
  return (
    <div className="additions">
      <p className="additions__count">Subareas are in the</p>
      <PillRow
        label="Subareas are in the"
        items={ways}
        currentId={areasIn}
        onChoose={(way) => onChoose(way === 'row' ? 'row' : 'column')}
      />
    </div>
  );
}
