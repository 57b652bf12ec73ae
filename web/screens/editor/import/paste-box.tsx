import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTyped } from '../../../parts/page/use-typed.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Actions } from '../../../ui/page/page.tsx';

type PasteBoxProps = {
  /** Whether something was read already. */
  isRead: boolean;
  onFile: (file: File) => void;
};

export const pastedName = 'Pasted text';
const fileOf = (text: string): File => new File([text], pastedName, { type: 'text/plain' });

/** Takes a schedule as text: pasted here or anywhere on the page, or typed here. It stays, to be corrected. */
export function PasteBox({ isRead, onFile }: PasteBoxProps) {
  const [typed, setTyped] = useTyped('');
  const [read, setRead] = useState(isRead ? typed : '');
  const isPasted = useRef(false);
  const take = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    if (target instanceof Element && target.closest('input:not([type="file"]), textarea, select')) return;
    const file = clipboardData?.files[0];
    const text = clipboardData?.getData('text/plain') ?? '';
    if (!file && text.trim() === '') return;
    event.preventDefault();
    if (file) onFile(file);
    else readText(text);
  });

  useEffect(() => {
    const listen = (event: ClipboardEvent) => take(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);

  function readText(text: string) {
    setTyped(text);
    setRead(text);
    onFile(fileOf(text));
  }

  return (
    <>
      <Field
        label="Paste the schedule"
        description="Rows of a spreadsheet, or one shift on each line, such as “Maria 9-5 Grill”."
      >
        {(control) => (
          <textarea
            {...control}
            className="field__control"
            rows={Math.min(10, Math.max(3, typed.split('\n').length))}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              const text = event.target.value;
              const isWhole = isPasted.current || (typed === '' && text.trim().includes('\n'));
              isPasted.current = false;
              if (isWhole) readText(text);
              else setTyped(text);
            }}
            onPaste={() => {
              isPasted.current = true;
            }}
          />
        )}
      </Field>
      {typed.trim() !== '' && typed !== read && (
        <Actions>
          <Button variant="primary" onPress={() => readText(typed)}>
            Read Text
          </Button>
        </Actions>
      )}
    </>
  );
}
