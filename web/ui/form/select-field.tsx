import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field.tsx';

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
