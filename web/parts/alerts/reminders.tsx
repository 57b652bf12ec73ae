import { useState } from 'react';
import { type PushAbout, pushAboutOf, switchPushOff, switchPushOn } from '../../../client/calls/push.ts';
import { type WhyNoPush, whyNoPush } from '../../../client/device/push.ts';
import { sentence } from '../../../client/words/sentence.ts';
import type { Problem } from '../../../domain/problem/problem.ts';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { Button } from '../../ui/button/button.tsx';
import { Checkbox, SelectField } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { Card, Stack } from '../../ui/page/page.tsx';
import { useQuery } from '../lists/use-list.tsx';
import { useClient, useRole } from '../page/client-context.tsx';
import { isSoundOn, switchSound } from './alert-sound.ts';

const reasons: Readonly<Record<WhyNoPush, string>> = {
  insecure: 'Notifications need a secure connection. Open Lineup at an https address.',
  'home-screen':
    'On iPhone and iPad, add Lineup to the Home Screen first: tap Share, then Add to Home Screen. Then open it from there.',
  unsupported: 'This browser can’t show notifications.',
  blocked: 'Notifications are blocked for Lineup. Allow them in your browser’s settings.',
};

export function Reminders({ team }: { team: string }) {
  const [sound, setSound] = useState(isSoundOn);
  const why = whyNoPush();
  return (
    <Card title="Break Reminders" isPadded>
      <Stack>
        {why === null ? <Notifications team={team} /> : <p>{reasons[why]}</p>}
        <Checkbox
          label="Play a sound"
          description="While Lineup is open on this device."
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
      <p>
        {isOn
          ? 'Notifications are on: this device tells you when a break is due or over, also while Lineup is closed.'
          : 'Get a notification when a break is due or over, also while Lineup is closed.'}
      </p>
      {mayWatchAll && (
        <SelectField
          label="Notify me about"
          value={chosen}
          onChange={(next) => {
            const wanted = next === 'all' ? 'all' : 'mine';
            setAbout(wanted);
            if (isOn) void change(wanted);
          }}
          options={[
            { value: 'mine', label: 'My breaks' },
            { value: 'all', label: 'Everyone’s breaks' },
          ]}
        />
      )}
      <div>
        <Button isDisabled={isBusy || value === undefined} onPress={() => void change(isOn ? null : chosen)}>
          {isOn ? 'Turn Off Notifications' : 'Turn On Notifications'}
        </Button>
      </div>
    </>
  );
}
