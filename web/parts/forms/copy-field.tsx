import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Field } from '../../ui/form/form.tsx';
import { Actions, Stack } from '../../ui/page/page.tsx';

type CopyFieldProps = {
  label: string;
  /** What is copied, in a word or two: 'link' makes the button 'Copy Link'. */
  noun: string;
  value: string;
  rows?: number;
  /** Letters that people may type elsewhere, in a typeface in which no two look alike. */
  isCode?: boolean;
  description?: ReactNode;
  hasFocus?: boolean;
};

export function CopyField({ label, noun, value, rows, isCode, description, hasFocus }: CopyFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  const named = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  const find = () => box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it appears
  useEffect(() => {
    if (hasFocus) find()?.focus();
  }, []);

  async function copy() {
    const field = find();
    const isCopied = field ? await copyText(field) : false;
    setSaid(isCopied ? `${named} copied` : `The ${noun} is selected. Copy it from the field.`);
  }

  const field = {
    className: isCode ? 'field__control field__control--code' : 'field__control',
    readOnly: true,
    value,
    onFocus: (event: { currentTarget: { select(): void } }) => event.currentTarget.select(),
  };
  return (
    <Stack>
      <div ref={box}>
        <Field label={label} description={description}>
          {(control) =>
            rows ? <textarea {...control} {...field} rows={rows} /> : <input {...control} {...field} />
          }
        </Field>
      </div>
      <Actions>
        <Button onPress={copy}>{`Copy ${named}`}</Button>
        {/* here and not in a toast, which lies under a dialog */}
        <span role="status">{said}</span>
      </Actions>
    </Stack>
  );
}

/** Copies a field's text. Without https, browsers have no clipboard API, so the old command is used. */
async function copyText(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand('copy');
  }
}
