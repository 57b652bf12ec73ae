import { type ReactNode, useEffect, useState } from 'react';
import type { Plan } from '../../../domain/plan/plan.ts';
import type { Position, Rotation, Subarea } from '../../../domain/plan/rotation.ts';
import type { Outcome } from '../../../domain/problem/problem.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { type FormOutcome, SubmitForm } from '../../parts/forms/submit.tsx';
import { Button, ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { Page } from '../../ui/page/page.tsx';

type PlanFormProps = {
  title: string;
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
  const { title, form, work, inside, adding, children } = props;
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
        form={form}
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
