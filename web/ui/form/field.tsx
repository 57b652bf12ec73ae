import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import { type ReactNode, useId } from 'react';
import './field.css';
import '../page/visually-hidden.css';

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

/** Label, control, description and error, connected for screen readers. */
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
