import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field.tsx';

type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'required' | 'disabled' | 'id' | 'className'> & {
    value: string;
    onChange: (value: string) => void;
    options: readonly { value: string; label: string }[];
    /** Shown while the value is ''. */
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
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <IconChevronDown aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}
