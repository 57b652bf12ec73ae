import { sentence } from '../../../client/words/sentence.ts';
import { getTeamSecurityLog, type SecurityLogEntry } from '../../../contract/security-log.ts';
import { getTeamSecurity, setTeamSecurity, type TeamSecurity } from '../../../contract/teams.ts';
import { showMoment } from '../../../domain/time/date.ts';
import { askFinally } from '../../parts/ask/ask-first.ts';
import { useFormOutcome } from '../../parts/forms/submit.tsx';
import { ListState, useQuery } from '../../parts/lists/use-list.tsx';
import { useClient, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { eventAuthor, eventText, useSecurityLog } from '../../parts/security/use-security-log.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Checkbox, FormError } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Card, Page, Stack } from '../../ui/page/page.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { urls } from '../../urls.ts';
import './team.css';
import './team-security.css';

type RequireAppProps = { team: string; security: TeamSecurity; onChanged: () => Promise<void> };

function RequireApp({ team, security, onChanged }: RequireAppProps) {
  const client = useClient();
  const { attempt, isBusy, whole } = useFormOutcome();
  const { requiresSecondFactor, unprotectedManagers: without, isUnprotected } = security;

  const set = (isRequired: boolean) =>
    client.call(setTeamSecurity, { params: { team }, body: { requiresSecondFactor: isRequired } });

  async function finish(isRequired: boolean) {
    showToast({ text: isRequired ? 'Authenticator app required' : 'Authenticator app no longer required' });
    await onChanged();
  }

  async function choose(isRequired: boolean) {
    if (!isRequired || without.length === 0) {
      if (await attempt(() => set(isRequired))) await finish(isRequired);
      return;
    }
    askFinally({
      title: 'Require an Authenticator App?',
      action: 'Require App',
      text: `${without.join(', ')} can run the day, but can’t manage the team until they set one up on their account page.`,
      work: () => set(true),
      onDone: () => finish(true),
    });
  }

  return (
    <Card title="Managers" isPadded>
      <Stack>
        <FormError>{whole}</FormError>
        {isUnprotected && (
          <Alert action={<ButtonLink href={urls.account}>Set Up App</ButtonLink>}>
            {sentence({ code: 'second-factor-missing' })}
          </Alert>
        )}
        <Checkbox
          label="Require an authenticator app for managers"
          description="Managers without one can run the day, but can’t manage the team until they set one up."
          isSelected={requiresSecondFactor}
          isDisabled={isBusy || (isUnprotected && !requiresSecondFactor)}
          onChange={choose}
        />
        {without.length > 0 && <p className="quiet">Without an app: {without.join(', ')}.</p>}
      </Stack>
    </Card>
  );
}

export function TeamSecurityScreen() {
  const team = useTeam();
  const id = useTeamId() ?? '';
  const security = useQuery((client) => client.call(getTeamSecurity, { params: { team: id } }));
  if (team.state !== 'ready') return <NotReady title="Security" view={team} />;
  return (
    <Page
      title="Security"
      windowTitle={`${team.body.name} security`}
      actions={<ButtonLink href={urls.team}>Back to Team</ButtonLink>}
    >
      <Stack>
        <ListState list={security} />
        {security.value && <RequireApp team={id} security={security.value} onChanged={security.retry} />}
        <SecurityLog team={id} timeZone={team.body.timeZone} />
      </Stack>
    </Page>
  );
}

function SecurityLog({ team, timeZone }: { team: string; timeZone: string }) {
  const log = useSecurityLog((client, before) =>
    client.call(getTeamSecurityLog, { params: { team }, query: { before } }),
  );
  const columns: TableColumn<SecurityLogEntry>[] = [
    { label: 'Activity', cell: eventText },
    { label: 'Person', cell: eventAuthor },
    {
      label: 'Time',
      look: 'detail',
      cell: ({ at }) => <span className="security__time">{showMoment(at, timeZone)}</span>,
    },
    { label: 'Device', look: 'detail', cell: ({ device }) => device || '–' },
  ];
  return (
    <section aria-labelledby="security-log">
      <h2 className="team__heading" id="security-log">
        Security Log
      </h2>
      <p className="security__hint hint">
        Sign-ins of members, and changes of roles, invite links, tokens, and connections. Kept for a year.
      </p>
      <ListState list={log} />
      {log.rows && (
        <Table
          label="Security Log"
          isLean
          className="security-log"
          columns={columns}
          rows={log.rows}
          rowKey={({ id }) => id}
        />
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
