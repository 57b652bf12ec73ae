import { removeConnection } from '../../../contract/schedule.ts';
import { askFinally } from '../../parts/ask/ask-first.ts';
import { useSchedules } from '../../parts/lists/schedule-lists.ts';
import { ListState } from '../../parts/lists/use-list.tsx';
import { useClient, useTeamId } from '../../parts/page/client-context.tsx';
import { ConnectionForm } from '../../parts/schedule/connection-form.tsx';
import { Button, ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { Actions, Card, Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

type ScheduleConnectionProps = { provider: string; from?: string };

export function ScheduleConnectionScreen({ provider: key, from = urls.team }: ScheduleConnectionProps) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const go = useNavigateTo();
  const schedules = useSchedules(team);

  const provider = schedules.rows?.find((each) => each.key === key);
  if (!provider) {
    return (
      <Page title="Schedule">
        <Stack>
          <ListState list={schedules} />
          {schedules.rows && <Alert tone="warning">We can’t find that schedule provider.</Alert>}
          <Actions>
            <ButtonLink href={from}>Cancel</ButtonLink>
          </Actions>
        </Stack>
      </Page>
    );
  }
  const { name, connection } = provider;
  const goBack = async () => {
    await schedules.retry();
    go(from);
  };
  const disconnect = () =>
    askFinally({
      title: `Disconnect ${name}?`,
      action: 'Disconnect',
      text: 'Lineup will delete the saved sign-in and stop checking the schedule.',
      work: () => client.call(removeConnection, { params: { team, provider: key } }),
      said: `${name} disconnected`,
      onDone: goBack,
    });
  return (
    <Page title={name} width="narrow">
      <Stack>
        {connection?.lastRead?.problem && <Alert tone="warning">{connection.lastRead.problem}</Alert>}
        <ConnectionForm
          team={team}
          provider={provider}
          connection={connection}
          onDone={goBack}
          onCancel={() => go(from)}
        />
        {connection && (
          <Card title="Disconnect" isPadded>
            <p className="team__words">Shifts from {name} stay the same.</p>
            <Button onPress={disconnect}>Disconnect</Button>
          </Card>
        )}
      </Stack>
    </Page>
  );
}
