import { type ReactNode, useEffect } from 'react';
import { byId } from '../../../domain/list/list.ts';
import type { Plan } from '../../../domain/plan/plan.ts';
import { type Position, positionsOf, type Rotation, type Subarea } from '../../../domain/plan/rotation.ts';
import type { ProblemCode } from '../../../domain/problem/problem.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { Redirect } from '../../guards.tsx';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Form, FormError, FormFooter } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Page } from '../../ui/page/page.tsx';

type PlanFormProps = {
  title: string;
  /** The item was deleted: shows a message and keeps what was typed. */
  gone: ProblemCode | null;
  whole: string | undefined;
  returnTo: string;
  inside?: string | undefined;
  onSave: () => Promise<void>;
  /** The form adds items one after the other; `onDone` adds what is typed and leaves, null if nothing is. */
  adding?: { onDone: (() => void) | null };
  children: ReactNode;
};

export function PlanForm({ title, gone, whole, returnTo, inside, onSave, adding, children }: PlanFormProps) {
  const { owner, urls, focusNext, setOpen } = useOpenPlan();

  useEffect(() => {
    focusNext.current = returnTo;
    if (inside !== undefined) setOpen(inside, true);
  }, [focusNext, returnTo, setOpen, inside]);

  return (
    <Page title={title} windowTitle={`${title}, ${owner}`} width="narrow">
      <Form onSubmit={onSave}>
        {gone ? (
          <Alert tone="problem" action={<ButtonLink href={urls.list}>Back to Rotations</ButtonLink>}>
            {sentence({ code: gone })}
          </Alert>
        ) : (
          <FormError>{whole}</FormError>
        )}
        {children}
        <FormFooter>
          <Button type="submit" variant="primary">
            {adding ? 'Add' : 'Save'}
          </Button>
          {adding?.onDone && <Button onPress={adding.onDone}>Done</Button>}
          <ButtonLink href={urls.list}>{adding && !adding.onDone ? 'Done' : 'Cancel'}</ButtonLink>
        </FormFooter>
      </Form>
    </Page>
  );
}

export function PlanItemNotFound() {
  const { urls } = useOpenPlan();
  useEffect(() => {
    showToast({ text: sentence({ code: 'place-unknown' }) });
  }, []);
  return <Redirect to={urls.list} />;
}

/** The item at an index of the URL; undefined for 'add', null if there is none. */
type Found<Item> = Item | undefined | null;

/** Finds an item by the index in a URL, which counts from 0. */
export function findByIndex<Item>(list: readonly Item[], place: string): Found<Item> {
  if (place === 'add') return undefined;
  return /^(0|[1-9]\d{0,3})$/.test(place) ? (list[Number(place)] ?? null) : null;
}

interface FormTarget {
  readonly rotation?: Rotation | undefined;
  readonly subarea?: Subarea | undefined;
  readonly position?: Position | undefined;
}

/** Which part of the target was deleted since. A position may have moved to another subarea. */
export function missingProblem(plan: Plan, { rotation, subarea, position }: FormTarget): ProblemCode | null {
  if (!rotation) return null;
  const now = byId(plan, rotation.id);
  if (!now) return 'rotation-missing';
  if (position) return byId(positionsOf(now), position.id) ? null : 'position-missing';
  return subarea && !byId(now.subareas, subarea.id) ? 'subarea-missing' : null;
}
