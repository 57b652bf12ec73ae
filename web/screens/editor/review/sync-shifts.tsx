import type { ScheduleConnection, ScheduleProvider } from '../../../../contract/schedule.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { sentence } from '../../../../domain/problem/sentence.ts';
import { mayManage } from '../../../../domain/team/user.ts';
import { ListProblem } from '../../../parts/lists/list-problem.tsx';
import { useConnections, useProviders } from '../../../parts/lists/schedule-lists.ts';
import { useLayout, useRole, useTeamId } from '../../../parts/page/client-context.tsx';
import { withReturnPath } from '../../../parts/page/return-path.ts';
import { ConnectionForm } from '../../../parts/schedule/connection-form.tsx';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { useNavigateTo } from '../../../ui/button/link.tsx';
import { Alert } from '../../../ui/message/alert.tsx';
import { Loading } from '../../../ui/message/loading.tsx';
import { Actions, Page, Stack } from '../../../ui/page/page.tsx';
import { urls } from '../../../urls.ts';
import { ScheduleReview } from './schedule-review.tsx';
import { useScheduleFetch } from './use-schedule-fetch.ts';

/**
 * Syncs a layout with a provider's schedule. With `isWaiting` it starts with the schedule that was fetched in the
 * background.
 */
export function SyncShiftsScreen({ provider: key, isWaiting }: { provider: string; isWaiting: boolean }) {
  const layout = useLayout();
  const team = useTeamId() ?? '';
  const isManager = mayManage(useRole());
  const go = useNavigateTo();
  const providers = useProviders(team);
  const connections = useConnections(team);

  if (layout.state !== 'ready') return <Loading />;
  if (!providers.rows || !connections.rows) {
    return (
      <Page title="Sync">
        <Stack>
          <ListProblem list={providers.error ? providers : connections} />
          {!providers.error && !connections.error && <Loading />}
          <BackToShifts />
        </Stack>
      </Page>
    );
  }
  const provider = providers.rows.find((each) => each.key === key);
  const connection = connections.rows.find((each) => each.provider === key);
  if (!provider) {
    return (
      <Page title="Sync">
        <Stack>
          <Alert tone="warning">We can’t find that schedule provider.</Alert>
          <BackToShifts />
        </Stack>
      </Page>
    );
  }
  if (connection) {
    return <Sync layout={layout.body} provider={provider} connection={connection} isWaiting={isWaiting} />;
  }
  return (
    <Page title={`Sync with ${provider.name}`}>
      <Stack>
        {isManager ? (
          <ConnectionForm
            team={team}
            provider={provider}
            onDone={async () => void (await connections.retry())}
            onCancel={() => go(urls.shifts)}
          />
        ) : (
          <>
            <Alert>{`${provider.name} isn’t connected. Ask a manager to connect it.`}</Alert>
            <BackToShifts />
          </>
        )}
      </Stack>
    </Page>
  );
}

const BackToShifts = () => (
  <Actions>
    <ButtonLink href={urls.shifts}>Cancel</ButtonLink>
  </Actions>
);

type SyncProps = {
  layout: Layout;
  provider: ScheduleProvider;
  connection: ScheduleConnection;
  isWaiting: boolean;
};

function Sync({ layout, provider, connection, isWaiting }: SyncProps) {
  const team = useTeamId() ?? '';
  const isManager = mayManage(useRole());
  const fetched = useScheduleFetch({ team, provider: provider.key, date: layout.date, isWaiting });
  const actions = (
    <>
      {fetched.state === 'read' && <Button onPress={fetched.retry}>Check Again</Button>}
      {isManager && (
        <ButtonLink href={withReturnPath(urls.schedule(provider.key), urls.syncShifts(provider.key))}>
          Connection
        </ButtonLink>
      )}
    </>
  );
  return (
    <Page title={`Sync with ${provider.name}`} actions={actions}>
      {fetched.state === 'read' ? (
        <ScheduleReview
          layout={layout}
          provider={provider}
          connection={connection}
          reading={fetched.reading}
        />
      ) : (
        <Stack>
          {fetched.state === 'loading' ? (
            <Loading label={fetched.isSyncing ? 'Syncing...' : undefined} />
          ) : (
            <Alert tone="problem" action={<Button onPress={fetched.retry}>Retry</Button>}>
              {sentence(fetched.problem)}
            </Alert>
          )}
          <BackToShifts />
        </Stack>
      )}
    </Page>
  );
}
