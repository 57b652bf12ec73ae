import { type ComponentProps, useState } from 'react';
import { words } from '../../../client/words/words.ts';
import { Checkbox, TextField } from '../../ui/form/form.tsx';

const t = words('sign-in');

type Bound = Pick<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'error' | 'errorElsewhere'> & {
  name: string;
};

type PasswordFieldsProps = {
  /** What proves that it is them, where that is asked for. */
  current?: Bound;
  next: Bound & { label: string };
  confirm: Bound & { label: string };
  minimum: number | undefined;
  autoFocus?: boolean;
};

export function PasswordFields({ current, next, confirm, minimum, autoFocus }: PasswordFieldsProps) {
  const [isShown, setShown] = useState(false);
  const type = isShown ? 'text' : 'password';
  return (
    <>
      {current && (
        <TextField
          label={t('current-password')}
          type={type}
          autoComplete="current-password"
          autoFocus={autoFocus}
          {...current}
        />
      )}
      <TextField
        type={type}
        autoComplete="new-password"
        autoFocus={autoFocus && !current}
        description={minimum === undefined ? undefined : t('password-minimum', { minimum })}
        {...next}
      />
      <TextField type={type} autoComplete="new-password" {...confirm} />
      <Checkbox label={t('show-password')} isSelected={isShown} onChange={setShown} />
    </>
  );
}
