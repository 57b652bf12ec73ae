import { words } from '../../../client/words/words.ts';
import { removeConnection } from '../../../contract/schedule.ts';
import { askFinally } from '../../parts/ask/ask-first.ts';
import { useSchedules } from '../../parts/lists/schedule-lists.ts';
import { ListState } from '../../parts/lists/use-list.tsx';
import { useClient, useTeamId } from '../../parts/page/client-context.tsx';
import { ConnectionForm } from '../../parts/schedule/connection-form.tsx';
import { failureText } from '../../parts/schedule/failure-text.ts';
import { Button, ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { Actions, Card, Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

const t = words('team');

type ScheduleConnectionProps = { provider: string; from?: string };

export function ScheduleConnectionScreen({ provider: key, from = urls.team }: ScheduleConnectionProps) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const go = useNavigateTo();
  const schedules = useSchedules(team);

  const provider = schedules.rows?.find((each) => each.key === key);
  if (!provider) {
    return (
      <Page title={t('schedule')}>
        <Stack>
          <ListState list={schedules} />
          {schedules.rows && <Alert tone="warning">{t('provider-not-found')}</Alert>}
          <Actions>
            <ButtonLink href={from}>{t('cancel')}</ButtonLink>
          </Actions>
        </Stack>
      </Page>
    );
  }
  const { name, connection } = provider;
  const failure = connection?.lastRead && failureText(connection.lastRead);
  const goBack = async () => {
    await schedules.retry();
    go(from);
  };
  const disconnect = () =>
    askFinally({
      title: t('disconnect-named', { name }),
      action: t('disconnect'),
      text: t('disconnect-about'),
      work: () => client.call(removeConnection, { params: { team, provider: key } }),
      said: t('disconnected', { name }),
      onDone: goBack,
    });
  return (
    <Page title={name} width="narrow">
      <Stack>
        {failure && <Alert tone="warning">{failure}</Alert>}
        <ConnectionForm
          team={team}
          provider={provider}
          connection={connection}
          onDone={goBack}
          onCancel={() => go(from)}
        />
        {connection && (
          <Card title={t('disconnect')} isPadded>
            <p className="team__words">{t('shifts-stay', { name })}</p>
            <Button onPress={disconnect}>{t('disconnect')}</Button>
          </Card>
        )}
      </Stack>
    </Page>
  );
}
