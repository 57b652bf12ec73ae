import { useEffect, useEffectEvent, useState } from 'react';
import { Field } from '../../../ui/form/field.tsx';

type PasteBoxProps = { onFile: (file: File) => void };

const fileOf = (text: string): File => new File([text], 'Pasted rows', { type: 'text/plain' });

/** Accepts rows pasted from a spreadsheet, in this field or anywhere on the page. */
export function PasteBox({ onFile }: PasteBoxProps) {
  const [typed, setTyped] = useState('');
  const take = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    if (target instanceof Element && target.closest('input:not([type="file"]), textarea, select')) return;
    const text = clipboardData?.getData('text/plain') ?? '';
    const file = clipboardData?.files[0] ?? (text.trim() === '' ? undefined : fileOf(text));
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });

  useEffect(() => {
    const listen = (event: ClipboardEvent) => take(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);

  return (
    <Field
      label="Or paste rows from a spreadsheet"
      description="Copy the cells with their column names, then paste them here."
    >
      {(control) => (
        <textarea
          {...control}
          className="field__control"
          rows={2}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            const text = event.target.value;
            // several lines mean a paste
            const isTable = text.trim().includes('\n');
            setTyped(isTable ? '' : text);
            if (isTable) onFile(fileOf(text));
          }}
        />
      )}
    </Field>
  );
}
