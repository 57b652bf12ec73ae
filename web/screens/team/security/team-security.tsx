import { useCallback } from 'react';
import { teamSecurityLog, teamSecurityOf } from '../../../../client/calls/security.ts';
import type { Client } from '../../../../client/client.ts';
import type { SecurityLogEntry } from '../../../../contract/security-log.ts';
import { showMoment } from '../../../../domain/time/date.ts';
import { ListProblem } from '../../../parts/lists/list-problem.tsx';
import { useQuery } from '../../../parts/lists/use-query.ts';
import { useTeam, useTeamId } from '../../../parts/page/client-context.tsx';
import { NotReady } from '../../../parts/page/not-ready.tsx';
import { whatOf, whoOf } from '../../../parts/security/entry-text.ts';
import { useSecurityLog } from '../../../parts/security/use-security-log.ts';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { Loading } from '../../../ui/message/loading.tsx';
import { Page, Stack } from '../../../ui/page/page.tsx';
import { Table, type TableColumn } from '../../../ui/table/table.tsx';
import { urls } from '../../../urls.ts';
import { RequireApp } from './require-app.tsx';
import './team-security.css';

/** The security log of the team, and whether its managers need an authenticator app. For managers. */
export function TeamSecurityScreen() {
  const team = useTeam();
  const id = useTeamId() ?? '';
  const security = useQuery(useCallback((client: Client) => teamSecurityOf(client, id), [id]));
  if (team.state !== 'ready') return <NotReady title="Security" view={team} />;
  return (
    <Page
      title="Security"
      windowTitle={`${team.body.name} security`}
      actions={<ButtonLink href={urls.team}>Back to Team</ButtonLink>}
    >
      <Stack>
        <ListProblem list={security} />
        {!security.value && !security.error && <Loading />}
        {security.value && <RequireApp team={id} security={security.value} onChanged={security.retry} />}
        <SecurityLog team={id} timeZone={team.body.timeZone} />
      </Stack>
    </Page>
  );
}

function SecurityLog({ team, timeZone }: { team: string; timeZone: string }) {
  const log = useSecurityLog(
    useCallback((client: Client, before?: string) => teamSecurityLog(client, team, before), [team]),
  );
  const columns: TableColumn<SecurityLogEntry>[] = [
    { label: 'Activity', cell: whatOf },
    { label: 'Person', cell: whoOf },
    { label: 'Time', cell: ({ at }) => <span className="security__time">{showMoment(at, timeZone)}</span> },
    { label: 'Device', cell: ({ device }) => device || '–' },
  ];
  return (
    <section aria-labelledby="security-log">
      <h2 className="security__heading" id="security-log">
        Security Log
      </h2>
      <p className="security__hint">
        Sign-ins of members, and changes of roles, invite links, tokens, and connections. Kept for a year.
      </p>
      <ListProblem list={log} />
      {!log.entries && !log.error && <Loading />}
      {log.entries && (
        <div className="security__log">
          <Table label="Security Log" columns={columns} rows={log.entries} rowKey={({ id }) => id} />
        </div>
      )}
      {log.hasOlder && (
        <p className="security__more">
          <Button isDisabled={log.isBusy} onPress={log.loadOlder}>
            Show Older
          </Button>
        </p>
      )}
    </section>
  );
}
