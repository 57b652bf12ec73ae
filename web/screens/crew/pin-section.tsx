import { useState } from 'react';
import { showDate } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { listPins, removePin, resetPin, setPin } from '../../../contract/pins.ts';
import type { DeviceRole } from '../../../domain/team/device.ts';
import { wallClock } from '../../../domain/time/date.ts';
import { showProblem } from '../../parts/forms/change-toast.ts';
import { SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { ListState, useListOf } from '../../parts/lists/use-list.tsx';
import { useClient, useTeamId, useTimeZone } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';
import { SelectField, TextField } from '../../ui/form/form.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Actions, Stack } from '../../ui/page/page.tsx';

const t = words('kiosk');

interface PinSectionProps {
  readonly person: { readonly id: string; readonly name: string };
  /** Theirs counts, not the one given with the PIN. */
  readonly hasAccount: boolean;
}

/** What a manager can do about a person's PIN for shared tablets. */
export function PinSection({ person, hasAccount }: PinSectionProps) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const timeZone = useTimeZone();
  const [isSetting, setSetting] = useState(false);
  const list = useListOf(listPins, { params: { team } }, ({ pins }) => pins);
  const pin = list.rows?.find((row) => row.person === person.id);
  const params = { team, person: person.id };

  async function finish(said: string) {
    setSetting(false);
    await list.retry();
    showToast({ text: said });
  }

  async function press(endpoint: typeof resetPin | typeof removePin, said: string) {
    const answer = await client.call(endpoint, { params });
    if (answer.ok) await finish(said);
    else showProblem(answer.problem);
  }

  const state = pin
    ? t('pin-set-on', { date: showDate(wallClock(pin.setAt, timeZone).date) })
    : t('has-no-pin');
  return (
    <Stack>
      <ListState list={list} />
      {list.rows && (
        <p>
          {state} {pin?.isLocked && t('pin-is-locked')}{' '}
          {pin?.role === 'viewer' && !hasAccount && t('pin-only-views')}
        </p>
      )}
      {isSetting ? (
        <PinForm
          {...{ person, hasAccount }}
          role={hasAccount ? 'viewer' : (pin?.role ?? 'lead')}
          onDone={() => finish(t('pin-was-set', { name: person.name }))}
          onCancel={() => setSetting(false)}
        />
      ) : (
        <Actions>
          <Button onPress={() => setSetting(true)}>{t(pin ? 'change-pin' : 'give-pin')}</Button>
          {pin?.isLocked && (
            <Button onPress={() => press(resetPin, t('pin-was-reset', { name: person.name }))}>
              {t('reset-pin')}
            </Button>
          )}
          {pin && (
            <Button
              variant="danger"
              onPress={() => press(removePin, t('pin-was-removed', { name: person.name }))}
            >
              {t('remove-pin')}
            </Button>
          )}
        </Actions>
      )}
    </Stack>
  );
}

interface PinFormProps extends PinSectionProps {
  readonly role: DeviceRole;
  readonly onDone: () => unknown;
  readonly onCancel: () => void;
}

function PinForm({ person, hasAccount, role, onDone, onCancel }: PinFormProps) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const form = useForm<{ pin: string; role: DeviceRole }>({ pin: '', role });
  return (
    <SubmitForm
      form={form}
      label={t('pin-of', { name: person.name })}
      action={t('save')}
      work={() => client.call(setPin, { params: { team, person: person.id }, body: form.values })}
      onDone={onDone}
      footer={<Button onPress={onCancel}>{t('cancel')}</Button>}
    >
      <TextField
        label={t('pin')}
        description={t('pin-about')}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        {...form.field('pin')}
      />
      {!hasAccount && (
        <SelectField
          label={t('may')}
          options={[
            { value: 'lead', label: t('may-run') },
            { value: 'viewer', label: t('may-view') },
          ]}
          {...form.field('role')}
        />
      )}
    </SubmitForm>
  );
}
