import { type ReactNode, useEffect } from 'react';
import type { ProblemCode } from '../../../domain/problem/problem.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { Redirect } from '../../guards.tsx';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Form, FormError, FormFooter } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Page } from '../../ui/page/page.tsx';

type PlanFormProps = {
  title: string;
  /** The item was deleted: shows a message and keeps what was typed. */
  gone: ProblemCode | null;
  /** A problem that isn't about a single field. */
  whole: string | undefined;
  /** Element id that takes focus when the user is back on the list. */
  returnTo: string;
  /** The rotation to expand in the list. */
  inside?: string | undefined;
  onSave: () => Promise<void>;
  /** The form adds items one after the other; `onDone` adds what is typed and leaves, null if nothing is. */
  adding?: { onDone: (() => void) | null };
  children: ReactNode;
};

/** Shared frame of the forms for rotations, subareas and positions. */
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

/** For a URL whose index doesn't exist. */
export function PlanItemNotFound() {
  const { urls } = useOpenPlan();
  useEffect(() => {
    showToast({ text: sentence({ code: 'place-unknown' }) });
  }, []);
  return <Redirect to={urls.list} />;
}
