import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Alert } from '../message/message.tsx';
import './form.css';

type FormProps = {
  onSubmit: () => void | Promise<void>;
  children: ReactNode;
  /** Spoken name, where no heading names the form. */
  label?: string;
};

/** After a submit with errors, the first invalid field is focused. */
export function Form({ onSubmit, children, label }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(0);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // a dialog in a form can have a form of its own
    event.stopPropagation();
    await onSubmit();
    setAnswers((before) => before + 1);
  }

  // Runs after the errors were rendered.
  useEffect(() => {
    if (answers > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answers]);

  return (
    <form className="form" noValidate aria-label={label} ref={form} onSubmit={submit}>
      {children}
    </form>
  );
}

export function FormRow({ children }: { children: ReactNode }) {
  return <div className="form__row">{children}</div>;
}

export function FormError({ id, children }: { id?: string; children?: ReactNode }) {
  if (!children) return null;
  return (
    <Alert tone="problem" id={id}>
      {children}
    </Alert>
  );
}
