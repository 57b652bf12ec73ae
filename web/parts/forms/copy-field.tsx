import { type ReactNode, useEffect, useRef, useState } from 'react';
import { words } from '../../../client/words/words.ts';
import { Button } from '../../ui/button/button.tsx';
import { Field } from '../../ui/form/form.tsx';
import { Actions, Stack } from '../../ui/page/page.tsx';

const t = words('sign-in');

type CopyFieldProps = {
  label: string;
  what: 'link' | 'token' | 'codes' | 'key';
  value: string;
  rows?: number;
  /** Letters that people may type elsewhere, in a typeface in which no two look alike. */
  isCode?: boolean;
  description?: ReactNode;
  hasFocus?: boolean;
};

export function CopyField({ label, what, value, rows, isCode, description, hasFocus }: CopyFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  const find = () => box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it appears
  useEffect(() => {
    if (hasFocus) find()?.focus();
  }, []);

  async function copy() {
    const field = find();
    const isCopied = field ? await copyText(field) : false;
    setSaid(t(isCopied ? 'copied' : 'copy-by-hand', { what }));
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
        <Button onPress={copy}>{t('copy', { what })}</Button>
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
