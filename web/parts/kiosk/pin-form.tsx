import IconBackspace from '@tabler/icons-react/dist/esm/icons/IconBackspace.mjs';
import { useRef } from 'react';
import { words } from '../../../client/words/words.ts';
import { pinLength } from '../../../domain/team/pin.ts';
import { Button, IconButton } from '../../ui/button/button.tsx';
import { Form, FormError, TextField } from '../../ui/form/form.tsx';
import { useForm } from '../forms/submit.tsx';
import { useClient, useTeamId } from '../page/client-context.tsx';
import type { KioskPerson } from './who-is-here.tsx';

const t = words('kiosk');

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

interface PinFormProps {
  readonly person: KioskPerson;
  readonly onBack: () => void;
  readonly onUnlocked: () => void;
}

/** A pad of its own: a tablet's keyboard would cover half of the board, and its keys are small. */
export function PinForm({ person, onBack, onUnlocked }: PinFormProps) {
  const { kiosk } = useClient();
  const team = useTeamId() ?? '';
  const form = useForm({ pin: '' });
  const field = form.field('pin');
  const set = (pin: string) => field.onChange(pin.replace(/\D/g, '').slice(0, pinLength.most));

  const place = useRef<HTMLDivElement>(null);
  const focusField = () => place.current?.querySelector('input')?.focus();

  /** After a tap the field has the focus again, so that a keyboard's digits and Enter go on from there. */
  const isTap = useRef(false);
  const key = (next: () => string) => ({
    onPointerDown: () => {
      isTap.current = true;
    },
    onPress: () => {
      set(next());
      if (isTap.current) focusField();
      isTap.current = false;
    },
  });

  async function send() {
    focusField();
    // Enter pressed again would empty the field while its PIN is tried, and the next one would be lost
    if (form.isBusy) return;
    const unlocked = await form.attempt(() => kiosk.unlock(team, person, form.values.pin));
    if (unlocked) onUnlocked();
    else set('');
  }

  return (
    <Form label={t('pin-of', { name: person.name })} onSubmit={send}>
      <FormError>{form.whole}</FormError>
      <div className="kiosk-pin" ref={place}>
        <TextField
          label={t('pin')}
          type="password"
          inputMode="none"
          autoComplete="off"
          autoFocus
          {...field}
          onChange={set}
        />
      </div>
      <div className="kiosk-pad">
        {[...digits, '0'].map((digit) => (
          <Button key={digit} size="big" {...key(() => form.values.pin + digit)}>
            {digit}
          </Button>
        ))}
        <IconButton
          size="big"
          label={t('delete-digit')}
          icon={<IconBackspace />}
          {...key(() => form.values.pin.slice(0, -1))}
        />
      </div>
      <div className="kiosk-choices">
        <Button
          type="submit"
          size="big"
          isWide
          variant="primary"
          isDisabled={form.values.pin.length < pinLength.least}
        >
          {t('unlock')}
        </Button>
        <Button variant="quiet" size="big" isWide onPress={onBack}>
          {t('someone-else')}
        </Button>
      </div>
    </Form>
  );
}
