import { useState } from 'react';
import { type PushAbout, pushAboutOf, switchPushOff, switchPushOn } from '../../../client/calls/push.ts';
import { whyNoPush } from '../../../client/device/push.ts';
import { sentence } from '../../../client/words/sentence.ts';
import { words } from '../../../client/words/words.ts';
import type { Problem } from '../../../domain/problem/problem.ts';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { Button } from '../../ui/button/button.tsx';
import { Checkbox, SelectField } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { Card, Stack } from '../../ui/page/page.tsx';
import { useQuery } from '../lists/use-list.tsx';
import { useClient, useRole } from '../page/client-context.tsx';
import { isSoundOn, switchSound } from './alert-sound.ts';

const t = words('push');

export function Reminders({ team }: { team: string }) {
  const [sound, setSound] = useState(isSoundOn);
  const why = whyNoPush();
  return (
    <Card title={t('reminders')} isPadded>
      <Stack>
        {why === null ? <Notifications team={team} /> : <p>{t(`reminders-${why}`)}</p>}
        <Checkbox
          label={t('play-sound')}
          description={t('play-sound-about')}
          isSelected={sound}
          onChange={(isOn) => {
            setSound(isOn);
            switchSound(isOn);
          }}
        />
      </Stack>
    </Card>
  );
}

function Notifications({ team }: { team: string }) {
  const client = useClient();
  const mayWatchAll = mayRunTheDay(useRole());
  const { value, error, retry } = useQuery(() => pushAboutOf(client, team));
  const [about, setAbout] = useState<PushAbout>();
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const isOn = value !== undefined && value !== null;
  const chosen = about ?? value ?? 'mine';

  async function change(wanted: PushAbout | null) {
    setBusy(true);
    const outcome = await (wanted === null
      ? switchPushOff(client, team)
      : switchPushOn(client, team, wanted));
    setProblem(outcome.ok ? undefined : outcome.problem);
    if (outcome.ok) await retry();
    setBusy(false);
  }

  const wrong = problem ?? error;
  return (
    <>
      {wrong && <Alert tone="problem">{sentence(wrong)}</Alert>}
      <p>{t(isOn ? 'reminders-on' : 'reminders-off')}</p>
      {mayWatchAll && (
        <SelectField
          label={t('notify-about')}
          value={chosen}
          onChange={(next) => {
            const wanted = next === 'all' ? 'all' : 'mine';
            setAbout(wanted);
            if (isOn) void change(wanted);
          }}
          options={[
            { value: 'mine', label: t('notify-mine') },
            { value: 'all', label: t('notify-all') },
          ]}
        />
      )}
      <div>
        <Button isDisabled={isBusy || value === undefined} onPress={() => void change(isOn ? null : chosen)}>
          {t(isOn ? 'turn-off' : 'turn-on')}
        </Button>
      </div>
    </>
  );
}
