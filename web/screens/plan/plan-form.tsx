import { type ReactNode, useEffect, useState } from 'react';
import { byId } from '../../../domain/list/list.ts';
import type { Plan } from '../../../domain/plan/plan.ts';
import { type Position, positionsOf, type Rotation, type Subarea } from '../../../domain/plan/rotation.ts';
import type { Outcome, ProblemCode } from '../../../domain/problem/problem.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { type FormOutcome, SubmitForm } from '../../parts/forms/submit.tsx';
import { Button, ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { Page } from '../../ui/page/page.tsx';

type PlanFormProps = {
  title: string;
  /** The item was deleted: shows a message and keeps what was typed. */
  gone: ProblemCode | null;
  form: FormOutcome;
  /** Answers with the element of the item. */
  work: () => Outcome<string>;
  /** Takes the focus when nothing is saved. */
  returnTo: string;
  inside?: string | undefined;
  /** The form adds items one after the other. */
  adding?: { isEmpty: boolean; onAdded: () => void };
  children: ReactNode;
};

export function PlanForm(props: PlanFormProps) {
  const { title, gone, form, work, inside, adding, children } = props;
  const { owner, urls, focusNext, setOpen } = useOpenPlan();
  const go = useNavigateTo();
  const [added, setAdded] = useState<string>();
  const returnTo = added ?? props.returnTo;

  useEffect(() => {
    focusNext.current = returnTo;
    if (inside !== undefined) setOpen(inside, true);
  }, [focusNext, returnTo, setOpen, inside]);

  function leave(item: string) {
    focusNext.current = item;
    go(urls.list);
  }

  function goOn(item: string) {
    setAdded(item);
    adding?.onAdded();
  }

  async function addAndLeave() {
    const item = await form.attempt(work);
    if (item !== undefined) leave(item);
  }

  return (
    <Page title={title} windowTitle={`${title}, ${owner}`} width="narrow">
      <SubmitForm
        form={gone ? { ...form, whole: undefined } : form}
        action={adding ? 'Add' : 'Save'}
        work={work}
        onDone={adding ? goOn : leave}
        footer={
          <>
            {adding && !adding.isEmpty && <Button onPress={addAndLeave}>Done</Button>}
            <ButtonLink href={urls.list}>{adding?.isEmpty ? 'Done' : 'Cancel'}</ButtonLink>
          </>
        }
      >
        {gone && (
          <Alert tone="problem" action={<ButtonLink href={urls.list}>Back to Rotations</ButtonLink>}>
            {sentence({ code: gone })}
          </Alert>
        )}
        {children}
      </SubmitForm>
    </Page>
  );
}

/** What a form edits; the last one is undefined where it adds one. */
export interface Opened {
  readonly rotation?: Rotation | undefined;
  readonly subarea?: Subarea | undefined;
  readonly position?: Position | undefined;
}

/** The items at the indexes of an address, which count from 0 and may end in 'add'; null where there is none. */
export function openedAt(plan: Plan, place: readonly string[]): Opened | null {
  const indexes = place[place.length - 1] === 'add' ? place.slice(0, -1) : place;
  const [inPlan, inRotation, inSubarea] = indexes;
  const rotation = itemAt(plan, inPlan);
  const subarea = itemAt(rotation?.subareas, inRotation);
  const position = itemAt(subarea?.positions, inSubarea);
  const found = [rotation, subarea, position].filter((item) => item !== undefined);
  return found.length === indexes.length ? { rotation, subarea, position } : null;
}

const itemAt = <Item,>(list: readonly Item[] | undefined, index = ''): Item | undefined =>
  /^(0|[1-9]\d{0,3})$/.test(index) ? list?.[Number(index)] : undefined;

/** Which part of what was opened was deleted since. A position may have moved to another subarea. */
export function missingProblem(plan: Plan, { rotation, subarea, position }: Opened): ProblemCode | null {
  if (!rotation) return null;
  const now = byId(plan, rotation.id);
  if (!now) return 'rotation-missing';
  if (position) return byId(positionsOf(now), position.id) ? null : 'position-missing';
  return subarea && !byId(now.subareas, subarea.id) ? 'subarea-missing' : null;
}
