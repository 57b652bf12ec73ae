import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import { type ComponentProps, type ReactNode, useId } from 'react';
import './field.css';
import '../page/visually-hidden.css';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import './checkbox.css';

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

export type SelectOption = {
  value: string;
  label: string;
  /** Consecutive options with the same group are listed under it. */
  group?: string;
};

type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'required' | 'disabled' | 'id' | 'className'> & {
    value: string;
    onChange: (value: string) => void;
    options: readonly SelectOption[];
    placeholder?: string;
    isRequired?: boolean;
    isDisabled?: boolean;
  };

export function SelectField({
  label,
  isLabelHidden,
  description,
  error,
  onChange,
  options,
  placeholder,
  isRequired,
  isDisabled,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden} description={description} error={error}>
      {(control) => (
        <div className="field__select">
          <select
            {...select}
            {...control}
            className="field__control"
            required={isRequired}
            disabled={isDisabled}
            onChange={(event) => onChange(event.target.value)}
          >
            {placeholder !== undefined && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {grouped(options).map(([group, inside]) =>
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

function grouped(options: readonly SelectOption[]): [group: string | undefined, inside: SelectOption[]][] {
  const groups = new Map<string | undefined, SelectOption[]>();
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  return [...groups];
}

type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'required' | 'disabled' | 'id' | 'className'> & {
    value: string;
    onChange: (value: string) => void;
    isRequired?: boolean;
    isDisabled?: boolean;
  };

export function TextField({
  label,
  isLabelHidden,
  description,
  error,
  errorElsewhere,
  onChange,
  isRequired,
  isDisabled,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, isLabelHidden, description, error, errorElsewhere }}>
      {(control) => (
        <input
          {...input}
          {...control}
          className="field__control"
          required={isRequired}
          disabled={isDisabled}
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
          <span className="checkbox__description" id={`${id}-description`}>
            {description}
          </span>
        )}
      </span>
    </label>
  );
}
