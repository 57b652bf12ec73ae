import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field.tsx';

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
