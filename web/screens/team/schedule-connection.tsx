import { useState } from 'react';
import { removeConnection } from '../../../contract/schedule.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { ListProblem } from '../../parts/lists/list-problem.tsx';
import { useConnections, useProviders } from '../../parts/lists/schedule-lists.ts';
import { useClient, useTeamId } from '../../parts/page/client-context.tsx';
import { ConnectionForm } from '../../parts/schedule/connection-form.tsx';
import { Button, ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { Alert, Loading } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Actions, Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

export function ScheduleConnectionScreen({
  provider: key,
  from = urls.team,
}: {
  provider: string;
  from?: string;
}) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const go = useNavigateTo();
  const providers = useProviders(team);
  const connections = useConnections(team);
  const [isDisconnecting, setDisconnecting] = useState(false);

  const provider = providers.rows?.find((each) => each.key === key);
  const connection = connections.rows?.find((each) => each.provider === key);
  if (!providers.rows || !connections.rows || !provider) {
    const isLoading = !providers.error && !connections.error && !providers.rows;
    return (
      <Page title="Schedule">
        <Stack>
          <ListProblem list={providers.error ? providers : connections} />
          {providers.rows && !provider && <Alert tone="warning">We can’t find that schedule provider.</Alert>}
          {isLoading && <Loading />}
          <Actions>
            <ButtonLink href={from}>Cancel</ButtonLink>
          </Actions>
        </Stack>
      </Page>
    );
  }
  const { name } = provider;
  const goBack = async () => {
    await connections.retry();
    go(from);
  };
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
            <Button onPress={() => setDisconnecting(true)}>Disconnect</Button>
          </Card>
        )}
      </Stack>
      {isDisconnecting && (
        <ConfirmDialog
          title={`Disconnect ${name}?`}
          action="Disconnect"
          work={() => client.call(removeConnection, { params: { team, provider: key } })}
          onClose={() => setDisconnecting(false)}
          onDone={() => {
            showToast({ text: `${name} disconnected` });
            void goBack();
          }}
        >
          Lineup will delete the saved sign-in and stop checking the schedule.
        </ConfirmDialog>
      )}
    </Page>
  );
}
