import { type ReactNode, useRef, useState } from 'react';
import { type Additions, additionSteps, describeAdditions } from '../../../../domain/plan/list-additions.ts';
import type { PlanItem } from '../../../../domain/plan/plan.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { type ProblemCode, refuse } from '../../../../domain/problem/problem.ts';
import { sentence } from '../../../../domain/problem/sentence.ts';
import { useOpenPlan } from '../../../parts/board/open-plan.tsx';
import { useFormOutcome } from '../../../parts/forms/form-outcome.ts';
import { useClient } from '../../../parts/page/client-context.tsx';
import { useNavigateTo } from '../../../ui/button/link.tsx';
import { LinesField } from '../../../ui/form/lines-field.tsx';
import { elementOf } from '../item-element.ts';
import { PlanForm } from '../plan-form.tsx';
import { useChangePlan } from '../use-change-plan.ts';
import { AdditionsPreview } from './additions-preview.tsx';

type ListFormProps = {
  title: string;
  label: string;
  hint: string;
  gone: ProblemCode | null;
  rotation: Rotation;
  /** Element id that takes focus on the list if nothing was added. */
  returnTo: string;
  read: (text: string) => Additions;
  /** About where the items are added. */
  children: ReactNode;
  /** What a table needs to be asked. */
  question?: (text: string) => ReactNode;
};

/** Said while they are typed; other problems only when Add was pressed. */
const saidAtOnce: readonly ProblemCode[] = ['positions-too-many', 'subareas-too-many', 'text-too-long'];

/** Adds subareas or positions: one by one, or as a typed or pasted list. */
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

  /** The element id of the last item that was added; undefined with the problem shown. */
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
