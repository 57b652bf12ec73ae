import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import type { ReactNode } from 'react';
import type { Layout } from '../../../../domain/day/layout.ts';
import { reviewSchedule } from '../../../../domain/schedule/schedule.ts';
import { suggestedRows } from '../../../../domain/schedule/schedule-answer.ts';
import { mayManage } from '../../../../domain/team/user.ts';
import { useConnections, useProviders, useWaiting } from '../../../parts/lists/schedule-lists.ts';
import { useRole, useTeamId } from '../../../parts/page/client-context.tsx';
import { withReturnPath } from '../../../parts/page/return-path.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { Alert } from '../../../ui/message/alert.tsx';
import { urls } from '../../../urls.ts';
import { changeCount } from '../review/review-text.ts';

const hotSchedules = { key: 'hotschedules', name: 'HotSchedules' };

/** The providers the team is connected to. */
function useConnected() {
  const team = useTeamId() ?? '';
  const providers = useProviders(team);
  const connections = useConnections(team);
  const connected = (connections.rows ?? []).flatMap((connection) => {
    const provider = providers.rows?.find(({ key }) => key === connection.provider);
    return provider ? [{ ...connection, key: provider.key, name: provider.name }] : [];
  });
  return { team, connected };
}

/** Always includes HotSchedules, whose page can also connect it. */
export function SyncLinks() {
  const { connected } = useConnected();
  const isConnected = connected.some(({ key }) => key === hotSchedules.key);
  const providers = isConnected ? connected : [...connected, hotSchedules];
  return providers.map(({ key, name }) => (
    <ButtonLink key={key} href={urls.syncShifts(key)} icon={<IconRefresh />}>
      {`Sync with ${name}`}
    </ButtonLink>
  ));
}

/** Changes that the background sync found, or why it failed. */
export function PendingChanges({ layout }: { layout: Layout }) {
  const { team, connected } = useConnected();
  const automatic = connected.filter(({ everyMinutes }) => everyMinutes !== null);
  const waiting = useWaiting(
    team,
    layout.date,
    automatic.map(({ key }) => key),
  );
  const alerts = automatic.map(({ key, name, roles, lastRead }) => {
    const found = waiting.rows?.find(({ provider }) => provider === key);
    const count = found
      ? suggestedRows(reviewSchedule(layout, found.reading.shifts, { provider: key, roles })).size
      : 0;
    const review = count > 0 && <ButtonLink href={urls.waitingShifts(key)}>Review</ButtonLink>;
    if (lastRead?.problem) {
      return <SyncProblem key={key} provider={key} problem={lastRead.problem} review={review} />;
    }
    return (
      <Alert key={key} action={review}>
        {count === 0 ? `${name} has no new changes` : `${changeCount(count)} in ${name} to review`}
      </Alert>
    );
  });
  // always shown, so that background results don't push the table down
  return alerts.length > 0 && <div className="waiting-changes">{alerts}</div>;
}

type SyncProblemProps = { provider: string; problem: string; review: ReactNode };

function SyncProblem({ provider, problem, review }: SyncProblemProps) {
  const isManager = mayManage(useRole());
  const connection = withReturnPath(urls.schedule(provider), urls.shifts);
  return (
    <Alert
      tone="warning"
      action={
        <>
          {review}
          {isManager && <ButtonLink href={connection}>Connection</ButtonLink>}
        </>
      }
    >
      {problem}
    </Alert>
  );
}
