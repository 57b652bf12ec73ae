import IconBackspace from '@tabler/icons-react/dist/esm/icons/IconBackspace.mjs';
import { words } from '../../../client/words/words.ts';
import { pinLength } from '../../../domain/team/pin.ts';
import { Button, IconButton } from '../../ui/button/button.tsx';
import { Form, FormError, TextField } from '../../ui/form/form.tsx';
import { Actions } from '../../ui/page/page.tsx';
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

  async function send() {
    const unlocked = await form.attempt(() => kiosk.unlock(team, person.person, form.values.pin));
    if (unlocked) onUnlocked();
    else set('');
  }

  return (
    <Form label={t('pin-of', { name: person.name })} onSubmit={send}>
      <FormError>{form.whole}</FormError>
      <div className="kiosk-pin">
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
          <Button key={digit} size="big" onPress={() => set(form.values.pin + digit)}>
            {digit}
          </Button>
        ))}
        <IconButton
          size="big"
          label={t('delete-digit')}
          icon={<IconBackspace />}
          onPress={() => set(form.values.pin.slice(0, -1))}
        />
      </div>
      <Actions>
        <Button
          type="submit"
          size="big"
          variant="primary"
          isDisabled={form.values.pin.length < pinLength.least}
        >
          {t('unlock')}
        </Button>
        <Button size="big" onPress={onBack}>
          {t('someone-else')}
        </Button>
      </Actions>
    </Form>
  );
}
