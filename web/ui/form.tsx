import type { ReactNode, SubmitEvent } from 'react';
import { Alert } from './alert.tsx';
import './form.css';

type FormProps = {
  onSubmit: () => void | Promise<void>;
  children: ReactNode;
  /** Spoken name, where no heading names the form. */
  label?: string;
};

/** Sends nothing itself; after a submit that leaves errors, the first wrong field has the focus. */
export function Form({ onSubmit, children, label }: FormProps) {
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    await onSubmit();
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }
  return (
    <form className="form" noValidate aria-label={label} onSubmit={submit}>
      {children}
    </form>
  );
}

/** Fields side by side where there is room. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className="form__row">{children}</div>;
}

/** A sentence about the whole form; renders nothing without one. */
export function FormError({ id, children }: { id?: string; children?: ReactNode }) {
  if (!children) return null;
  return (
    <Alert tone="problem" id={id}>
      {children}
    </Alert>
  );
}

export function FormFooter({ children }: { children: ReactNode }) {
  return <div className="form__footer">{children}</div>;
}
