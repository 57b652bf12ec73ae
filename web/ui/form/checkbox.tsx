import { type ReactNode, useId } from 'react';
import './checkbox.css';

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
