import { type ReactNode, useRef, useState } from 'react';
import { sentence } from '../../../client/words/sentence.ts';
import { words } from '../../../client/words/words.ts';
import type { Outcome, Problem } from '../../../domain/problem/problem.ts';
import { Button, type ButtonProps } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Form, FormError } from '../../ui/form/form.tsx';
import { Loading } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Actions } from '../../ui/page/page.tsx';
import { unlockFirst } from '../kiosk/unlock-first.ts';

const t = words('page');

/** Nothing comes of what failed and has said so itself. */
type Work<T> = () => Outcome<T> | undefined | Promise<Outcome<T> | undefined>;

const isLocked = (outcome: Outcome<unknown> | undefined): boolean =>
  outcome?.ok === false && outcome.problem.code === 'kiosk-locked';

export type FormOutcome = ReturnType<typeof useFormOutcome>;

/** What came of sending a form: the sentence at the field it is about, or above the form where it is about none. */
export function useFormOutcome(...fields: readonly string[]) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const text = problem ? sentence(problem) : undefined;
  const isAtField = problem?.field !== undefined && fields.includes(problem.field);

  /** The value of what was tried, or undefined with the problem shown. A second press meanwhile would do it twice: it does nothing. */
  async function attempt<T>(work: Work<T>): Promise<T | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    try {
      let outcome = await work();
      if (isLocked(outcome) && (await unlockFirst())) outcome = await work();
      setProblem(outcome && !outcome.ok ? outcome.problem : null);
      return outcome?.ok ? outcome.value : undefined;
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

/** For each field that somebody touched: its value, and the saved one when that began. */
export type Touched<Saved> = {
  readonly [Name in keyof Saved]?: { readonly value: Saved[Name]; readonly base: Saved[Name] };
};

export function touch<Saved extends object, Name extends keyof Saved>(
  touched: Touched<Saved>,
  saved: Saved,
  name: Name,
  value: Saved[Name],
): Touched<Saved> {
  const { [name]: before, ...others } = touched;
  // the field has its saved value again
  if (value === saved[name]) return before ? (others as Touched<Saved>) : touched;
  // nothing changes, so nothing is drawn again
  if (value === before?.value) return touched;
  return { ...touched, [name]: { value, base: before ? before.base : saved[name] } };
}

/** Fields that somebody else saved meanwhile. */
export const conflicts = <Saved extends object>(touched: Touched<Saved>, saved: Saved) =>
  namesOf(touched).filter((name) => {
    const field = touched[name];
    return field && field.base !== saved[name] && field.value !== saved[name];
  });

const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values & string)[];

/** The fields of a form and what came of sending it. One that nobody touched shows what is saved, also as others save it. */
export function useForm<Saved extends object>(saved: Saved, saidAtField: readonly string[] = namesOf(saved)) {
  const [touched, setTouched] = useState<Touched<Saved>>({});
  const outcome = useFormOutcome(...saidAtField);
  const typed = namesOf(touched).map((name) => [name, touched[name]?.value]);
  const values: Saved = { ...saved, ...Object.fromEntries(typed) };
  const bind = <Name extends keyof Saved & string>(name: Name) => ({
    name,
    onChange: (value: Saved[Name]) => setTouched((before) => touch(before, saved, name, value)),
  });
  return {
    ...outcome,
    saved,
    values,
    isTouched: typed.length > 0,
    conflicts: conflicts(touched, saved),
    field: <Name extends keyof Saved & string>(name: Name) => ({
      ...bind(name),
      value: values[name],
      error: outcome.at(name),
    }),
    checkbox: <Name extends keyof Saved & string>(name: Name) => ({
      ...bind(name),
      isSelected: values[name],
    }),
    /** To what is saved. */
    reset(names = namesOf(saved)) {
      setTouched((before) => {
        const left = { ...before };
        for (const name of names) delete left[name];
        return left;
      });
      outcome.clear();
    },
  };
}

type SubmitFormProps<T> = {
  form: Pick<FormOutcome, 'attempt' | 'isBusy' | 'whole'>;
  /** Spoken name, where no heading names the form. */
  label?: string;
  /** Of the problem above the form, for fields that it is about. */
  alertId?: string;
  /** Without it nothing can be sent yet. */
  action: string | undefined;
  variant?: ButtonProps['variant'];
  isDisabled?: boolean;
  /** Does it; a problem is said at its field, or above the form. */
  work: Work<T>;
  onDone?: (value: T) => unknown;
  /** What stands beside the button. */
  footer?: ReactNode;
  children?: ReactNode;
};

export function SubmitForm<T>(props: SubmitFormProps<T>) {
  const { form, label, alertId, action, variant = 'primary', isDisabled } = props;
  const { work, onDone, footer, children } = props;

  async function send() {
    const value = await form.attempt(work);
    if (value !== undefined) await onDone?.(value);
  }

  return (
    <Form label={label} onSubmit={send}>
      <FormError id={alertId}>{form.whole}</FormError>
      {children}
      <Actions>
        {action && (
          <Button type="submit" isDisabled={isDisabled} variant={variant}>
            {action}
          </Button>
        )}
        {/* beside the button, which keeps the focus */}
        {form.isBusy && (
          <span className="submit__busy">
            <Loading />
          </span>
        )}
        {footer}
      </Actions>
    </Form>
  );
}

type FormDialogProps<T> = Omit<SubmitFormProps<T>, 'label' | 'footer'> & {
  title: string;
  onClose: () => void;
  /** Said once it is done. */
  said?: string;
};

/** Closes once its work is done. */
export function FormDialog<T>({ title, said, onDone, onClose, ...form }: FormDialogProps<T>) {
  function finish(value: T) {
    onClose();
    if (said) showToast({ text: said });
    return onDone?.(value);
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <SubmitForm {...form} onDone={finish} footer={<Button onPress={onClose}>{t('cancel')}</Button>} />
    </Dialog>
  );
}
