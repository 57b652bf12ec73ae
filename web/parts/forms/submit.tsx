import { type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonProps } from '../../ui/button/button.tsx';
import { Loading } from '../../ui/message/message.tsx';
import './submit.css';
import type { Outcome, Problem } from '../../../domain/problem/problem.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Form, FormError, FormFooter } from '../../ui/form/form.tsx';

type SubmitProps = { isBusy?: boolean; variant?: ButtonProps['variant']; children: ReactNode };

/** A form's submit button. It keeps the focus while the form is sent, and shows that next to it. */
export function Submit({ isBusy = false, variant = 'primary', children }: SubmitProps) {
  return (
    <>
      <Button type="submit" variant={variant}>
        {children}
      </Button>
      {isBusy && (
        <span className="submit__busy">
          <Loading />
        </span>
      )}
    </>
  );
}

export type FormOutcome = ReturnType<typeof useFormOutcome>;

/** What came of sending a form: the sentence at the field it is about, or above the form where it is about none. */
export function useFormOutcome(...fields: readonly string[]) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const text = problem ? sentence(problem) : undefined;
  const isAtField = problem?.field !== undefined && fields.includes(problem.field);

  /** The value of what was tried, or undefined with the problem shown. A second try waits for the first. */
  async function attempt<T>(work: () => Outcome<T> | Promise<Outcome<T>>): Promise<T | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    try {
      const outcome = await work();
      setProblem(outcome.ok ? null : outcome.problem);
      return outcome.ok ? outcome.value : undefined;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return {
    attempt,
    isBusy,
    clear: () => setProblem(null),
    at: (field: string) => (isAtField && problem?.field === field ? text : undefined),
    whole: isAtField ? undefined : text,
    code: problem?.code,
    wholeIsAbout: (field: string) => !isAtField && problem?.field === field,
  };
}

type FormDialogProps = {
  title: string;
  action: string;
  isFinal?: boolean;
  isBusy: boolean;
  /** A problem that is about no field. */
  whole: string | undefined;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

export function FormDialog(props: FormDialogProps) {
  const { title, action, isFinal, isBusy, whole, onSubmit, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={onSubmit}>
        <FormError>{whole}</FormError>
        {children}
        <FormFooter>
          <Submit isBusy={isBusy} variant={isFinal ? 'final' : 'primary'}>
            {action}
          </Submit>
          <Button onPress={onClose}>Cancel</Button>
        </FormFooter>
      </Form>
    </Dialog>
  );
}
