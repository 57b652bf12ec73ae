import { type ReactNode, useState } from 'react';
import type { Change } from '../../../domain/change/change.ts';
import { byId, type Identified } from '../../../domain/list/list.ts';
import { areasListed, positionsListed } from '../../../domain/plan/list-additions.ts';
import { type Position, positionsOf, type Rotation, type Subarea } from '../../../domain/plan/rotation.ts';
import { type AreasIn, guessAreasIn } from '../../../domain/plan/typed-list.ts';
import { done, type Outcome, type ProblemCode } from '../../../domain/problem/problem.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { useFormOutcome } from '../../parts/forms/submit.tsx';
import { useNavigateTo } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { PillRow } from '../../ui/menu/pill.tsx';
import { adderOf, elementOf } from './item-element.ts';
import { ListForm } from './list-form.tsx';
import { findByIndex, missingProblem, PlanForm, PlanItemNotFound } from './plan-form.tsx';

type NameFormProps = {
  title: string;
  label: string;
  name: string;
  gone: ProblemCode | null;
  changeTo: (name: string) => Change;
  returnTo: string;
  inside: string;
  children: ReactNode;
};

function NameForm({ label, name, gone, changeTo, children, ...form }: NameFormProps) {
  const go = useNavigateTo();
  const { document, urls } = useOpenPlan();
  // an untouched field shows what others save
  const [typed, setTyped] = useState<string | null>(null);
  const { attempt, at, whole } = useFormOutcome('name');

  async function save() {
    const isUnchanged = typed === null && gone === null;
    const saved = await attempt(
      (): Outcome<unknown> => (isUnchanged ? done(true) : document.change(changeTo(typed ?? name))),
    );
    if (saved) go(urls.list);
  }

  return (
    <PlanForm {...form} gone={gone} whole={whole} onSave={save}>
      {children}
      <TextField
        label={label}
        name="name"
        autoComplete="off"
        autoFocus
        dir="auto"
        value={typed ?? name}
        onChange={setTyped}
        error={at('name')}
      />
    </PlanForm>
  );
}

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

type OpenedSubarea = { rotation: Rotation; subarea: Subarea | undefined };

function SubareaForm({ rotation, subarea }: OpenedSubarea) {
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

type OpenedPosition = { rotation: Rotation; subarea: Subarea; position: Position | undefined };

function PositionForm({ rotation, subarea, position }: OpenedPosition) {
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

type AddingToProps = {
  where: string;
  what: 'subarea' | 'position';
  items: readonly (Identified & { readonly name: string })[];
};

function AddingTo({ where, what, items }: AddingToProps) {
  const count = items.length;
  return (
    <div>
      <p>{`In ${where}`}</p>
      {count > 0 && (
        <p className="plan__there">
          {`${count} ${what}${count === 1 ? '' : 's'}: ${items.map(({ name }) => name).join(', ')}`}
        </p>
      )}
    </div>
  );
}
