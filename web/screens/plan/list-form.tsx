import { type Additions, additionSteps, describeAdditions } from '../../../domain/plan/list-additions.ts';
import './list-form.css';
import { type ReactNode, useRef, useState } from 'react';
import type { PlanItem } from '../../../domain/plan/plan.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { type ProblemCode, refuse } from '../../../domain/problem/problem.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { useFormOutcome } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { useNavigateTo } from '../../ui/button/button.tsx';
import { LinesField } from '../../ui/form/lines-field.tsx';
import { elementOf } from './item-element.ts';
import { PlanForm } from './plan-form.tsx';
import { useChangePlan } from './use-change-plan.ts';

function AdditionsPreview({ text, additions }: { text: string; additions: Additions }) {
  const { areas, repeated, known } = additions;
  const positions = areas.flatMap((area) => area.positions);
  const subareas = areas.filter(({ id }) => id === null);
  const only = [...subareas.map(({ name }) => name), ...positions];
  const isPlain = only.length === 1 && only[0] === text.trim() && repeated.length === 0;
  const isEmpty = areas.length === 0 && known.length === 0;
  return (
    <div className="additions">
      <p className="additions__count" role="status">
        {!isPlain && !isEmpty && `To add: ${countOf(subareas.length, positions.length)}`}
      </p>
      {!isPlain && !isEmpty && (
        <>
          <ul className="additions__areas">
            {areas.map(({ name, positions: inside }) => (
              <li key={name} className="additions__area">
                <strong>{name}</strong>
                {inside.length > 0 && `: ${inside.join(', ')}`}
              </li>
            ))}
          </ul>
          {known.length > 0 && <p>{`Already there, not added again: ${known.join(', ')}`}</p>}
          {repeated.length > 0 && <p>{`More than once in the list, added once: ${repeated.join(', ')}`}</p>}
        </>
      )}
    </div>
  );
}

function countOf(subareas: number, positions: number): string {
  const parts = [
    subareas > 0 && `${subareas} ${subareas === 1 ? 'subarea' : 'subareas'}`,
    positions > 0 && `${positions} ${positions === 1 ? 'position' : 'positions'}`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'nothing';
}

type ListFormProps = {
  title: string;
  label: string;
  hint: string;
  gone: ProblemCode | null;
  rotation: Rotation;
  returnTo: string;
  read: (text: string) => Additions;
  children: ReactNode;
  question?: (text: string) => ReactNode;
};

/** Said while they are typed; other problems only when Add was pressed. */
const saidAtOnce: readonly ProblemCode[] = ['positions-too-many', 'subareas-too-many', 'text-too-long'];

export function ListForm({ label, hint, rotation, read, question, children, ...form }: ListFormProps) {
  const client = useClient();
  const go = useNavigateTo();
  const { urls, focusNext } = useOpenPlan();
  const changePlan = useChangePlan();
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState('');
  const [added, setAdded] = useState<string>();
  const { attempt, at, whole, clear } = useFormOutcome('name');
  const reading = read(typed);
  const { problem } = reading;
  const early = problem && saidAtOnce.includes(problem.code) ? sentence(problem) : undefined;

  function add(): Promise<string | undefined> {
    return attempt(() => {
      if (form.gone) return refuse(form.gone);
      if (problem) return { ok: false, problem };
      const changes = additionSteps(rotation.id, reading, () => client.newId());
      const [first] = changes;
      if (!first) return refuse('invalid-name', { field: 'name' });
      const change = changes.length === 1 ? first : ({ type: 'batch', changes } as const);
      const made = changePlan(change, describeAdditions(reading));
      return made.ok ? { ok: true, value: elementOf(lastOf(rotation.id, changes)) } : made;
    });
  }

  async function addAndGoOn() {
    const last = await add();
    if (last === undefined) return;
    setAdded(last);
    setTyped('');
    field.current?.focus();
  }

  async function addAndLeave() {
    const last = await add();
    if (last === undefined) return;
    focusNext.current = last;
    go(urls.list);
  }

  return (
    <PlanForm
      {...form}
      returnTo={added ?? form.returnTo}
      inside={rotation.id}
      whole={whole}
      onSave={addAndGoOn}
      adding={{ onDone: typed.trim() === '' ? null : () => void addAndLeave() }}
    >
      {children}
      <LinesField
        ref={field}
        label={label}
        description={hint}
        name="name"
        autoComplete="off"
        autoFocus
        dir="auto"
        value={typed}
        onChange={(text) => {
          setTyped(text);
          if (text !== typed) clear();
        }}
        error={at('name') ?? early}
      />
      {question?.(typed)}
      <AdditionsPreview text={typed} additions={reading} />
    </PlanForm>
  );
}

type Steps = ReturnType<typeof additionSteps>;

function lastOf(rotation: string, changes: Steps): PlanItem {
  const last = changes[changes.length - 1];
  if (last?.type === 'position.add') return { kind: 'position', rotation, position: last.position.id };
  if (last?.type === 'subarea.add') return { kind: 'subarea', rotation, subarea: last.subarea.id };
  return { kind: 'rotation', rotation };
}
