import { type Additions, additionSteps, describeAdditions } from '../../../domain/plan/list-additions.ts';
import './list-form.css';
import { type ReactNode, useRef } from 'react';
import type { PlanItem } from '../../../domain/plan/plan.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { done, type Outcome, type ProblemCode, refuse } from '../../../domain/problem/problem.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { useForm } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { LinesField } from '../../ui/form/lines-field.tsx';
import { elementOf } from './item-element.ts';
import { PlanForm } from './plan-form.tsx';

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

export function ListForm({ label, hint, rotation, read, question, children, ...rest }: ListFormProps) {
  const client = useClient();
  const { changePlan } = useOpenPlan();
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useForm({ name: '' });
  const field = form.field('name');
  const typed = field.value;
  const reading = read(typed);
  const { problem } = reading;
  const early = problem && saidAtOnce.includes(problem.code) ? sentence(problem) : undefined;

  function add(): Outcome<string> {
    if (rest.gone) return refuse(rest.gone);
    if (problem) return { ok: false, problem };
    const changes = additionSteps(rotation.id, reading, () => client.newId());
    const [first] = changes;
    if (!first) return refuse('invalid-name', { field: 'name' });
    const change = changes.length === 1 ? first : ({ type: 'batch', changes } as const);
    const made = changePlan(change, describeAdditions(reading));
    return made.ok ? done(elementOf(lastOf(rotation.id, changes))) : made;
  }

  function goOn() {
    form.reset();
    area.current?.focus();
  }

  return (
    <PlanForm
      {...rest}
      form={form}
      work={add}
      inside={rotation.id}
      adding={{ isEmpty: typed.trim() === '', onAdded: goOn }}
    >
      {children}
      <LinesField
        ref={area}
        label={label}
        description={hint}
        autoFocus
        dir="auto"
        {...field}
        onChange={(text) => {
          field.onChange(text);
          form.clear();
        }}
        error={field.error ?? early}
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
