import type { ComponentProps, KeyboardEvent } from 'react';
import { Field, type FieldTexts } from './field.tsx';

type LinesFieldProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'id' | 'className' | 'rows' | 'onKeyDown'> & {
    value: string;
    onChange: (value: string) => void;
  };

const mostRows = 10;

/** Looks like a text field, and takes lines that are pasted. Enter sends the form, Shift+Enter begins a line. */
export function LinesField({ label, description, error, onChange, value, ...area }: LinesFieldProps) {
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
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
          enterKeyHint="done"
          rows={Math.min(value.split('\n').length, mostRows)}
          value={value}
          onKeyDown={press}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
