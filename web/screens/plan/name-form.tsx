import { type ReactNode, useState } from 'react';
import type { Change } from '../../../domain/change/change.ts';
import { done, type Outcome, type ProblemCode } from '../../../domain/problem/problem.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { useNavigateTo } from '../../ui/button/link.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { PlanForm } from './plan-form.tsx';

type NameFormProps = {
  title: string;
  label: string;
  /** The current name. */
  name: string;
  gone: ProblemCode | null;
  changeTo: (name: string) => Change;
  /** See PlanForm. */
  returnTo: string;
  inside: string;
  children: ReactNode;
};

/** Renames a subarea or position. */
export function NameForm({ label, name, gone, changeTo, children, ...form }: NameFormProps) {
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
