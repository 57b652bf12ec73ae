import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Alert } from '../message/message.tsx';
import './form.css';
import './field.css';
import './checkbox.css';

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

export type FieldTexts = {
  label: string;
  /** The label is only for screen readers, for example under a table heading. */
  isLabelHidden?: boolean;
  description?: ReactNode;
  error?: string;
  /** Id of an element elsewhere that shows the error. */
  errorElsewhere?: string;
};

type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export function Field({
  label,
  isLabelHidden,
  description,
  error,
  errorElsewhere,
  children,
}: FieldTexts & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const describedBy = [description && `${id}-description`, error && `${id}-error`, errorElsewhere]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="field">
      <label className={isLabelHidden ? 'visually-hidden' : 'field__label'} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error || errorElsewhere ? true : undefined,
      })}
      {description && (
        <p className="field__description" id={`${id}-description`}>
          {description}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="field__error" id={id}>
      <IconAlertCircle aria-hidden="true" />
      {children}
    </p>
  );
}

export type SelectOption<Value extends string = string> = {
  value: Value;
  label: string;
  /** Consecutive options with the same group are listed under it. */
  group?: string;
};

type SelectFieldProps<Value extends string> = FieldTexts &
  Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'id' | 'className'> & {
    value: Value | '';
    onChange: (value: Value) => void;
    /** A text is an option that has it as value and label. */
    options: readonly (SelectOption<Value> | Value)[];
    placeholder?: string;
  };

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, isLabelHidden, description, error, onChange, options, placeholder, value, ...select } =
    props;
  const all = options.map(toOption);
  // where what is chosen was deleted meanwhile, the browser would show the first option, which nobody chose
  const isThere = all.some((option) => option.value === value);
  return (
    <Field {...{ label, isLabelHidden, description, error }}>
      {(control) => (
        <div className="field__select">
          <select
            {...select}
            {...control}
            value={isThere ? value : ''}
            className="field__control"
            onChange={(event) => onChange(event.target.value as Value)}
          >
            {(placeholder !== undefined || !isThere) && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {grouped(all).map(([group, inside]) =>
              group === undefined ? (
                inside.map(optionElement)
              ) : (
                <optgroup key={group} label={group}>
                  {inside.map(optionElement)}
                </optgroup>
              ),
            )}
          </select>
          <IconChevronDown aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}

const optionElement = ({ value, label }: SelectOption) => (
  <option key={value} value={value}>
    {label}
  </option>
);

const toOption = (each: SelectOption | string): SelectOption =>
  typeof each === 'string' ? { value: each, label: each } : each;

function grouped(options: readonly SelectOption[]): [string | undefined, SelectOption[]][] {
  const groups = new Map<string | undefined, SelectOption[]>();
  for (const option of options) {
    groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  }
  return [...groups];
}

type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id' | 'className'> & {
    value: string;
    onChange: (value: string) => void;
  };

export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, description, error, errorElsewhere, onChange, ...input } = props;
  return (
    <Field {...{ label, isLabelHidden, description, error, errorElsewhere }}>
      {(control) => (
        <input
          autoComplete="off"
          {...input}
          {...control}
          className="field__control"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

type CheckboxProps = {
  label: string;
  description?: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  name?: string;
};

export function Checkbox({ label, description, isSelected, onChange, isDisabled, name }: CheckboxProps) {
  const id = useId();
  return (
    <label className="checkbox" htmlFor={id}>
      <input
        id={id}
        className="checkbox__box"
        type="checkbox"
        name={name}
        checked={isSelected}
        disabled={isDisabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={description ? `${id}-description` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span id={`${id}-label`}>{label}</span>
        {description && (
          <span className="field__description" id={`${id}-description`}>
            {description}
          </span>
        )}
      </span>
    </label>
  );
}

type LinesFieldProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'id' | 'className' | 'rows' | 'onKeyDown'> & {
    value: string;
    onChange: (value: string) => void;
    /** Has room for a table, where Enter begins a line. */
    isTable?: boolean;
  };

const [tableRows, mostRows] = [8, 10];

/** Looks like a text field, and takes lines that are pasted. Enter sends the form, Shift+Enter begins a line. */
export function LinesField({
  label,
  description,
  error,
  onChange,
  value,
  isTable = false,
  ...area
}: LinesFieldProps) {
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isTable || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
  }
  return (
    <Field {...{ label, description, error }}>
      {(control) => (
        <textarea
          autoComplete="off"
          {...area}
          {...control}
          className="field__control field__control--lines"
          enterKeyHint={isTable ? 'enter' : 'done'}
          rows={Math.min(Math.max(value.split('\n').length, isTable ? tableRows : 1), mostRows)}
          value={value}
          onKeyDown={press}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
