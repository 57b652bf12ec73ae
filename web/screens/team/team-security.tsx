import { showMoment } from '../../../client/words/formats.ts';
import { sentence } from '../../../client/words/sentence.ts';
import { words } from '../../../client/words/words.ts';
import { getTeamSecurityLog, type SecurityLogEntry } from '../../../contract/security-log.ts';
import { getTeamSecurity, setTeamSecurity, type TeamSecurity } from '../../../contract/teams.ts';
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

const t = words('team');

type RequireAppProps = { team: string; security: TeamSecurity; onChanged: () => Promise<void> };

function RequireApp({ team, security, onChanged }: RequireAppProps) {
  const client = useClient();
  const { attempt, isBusy, whole } = useFormOutcome();
  const { requiresSecondFactor, unprotectedManagers: without, isUnprotected } = security;

  const set = (isRequired: boolean) =>
    client.call(setTeamSecurity, { params: { team }, body: { requiresSecondFactor: isRequired } });

  async function finish(isRequired: boolean) {
    showToast({ text: t(isRequired ? 'app-required' : 'app-not-required') });
    await onChanged();
  }

  async function choose(isRequired: boolean) {
    if (!isRequired || without.length === 0) {
      if (await attempt(() => set(isRequired))) await finish(isRequired);
      return;
    }
    askFinally({
      title: t('require-app-question'),
      action: t('require-app'),
      text: t('require-app-about', { names: without.join(', ') }),
      work: () => set(true),
      onDone: () => finish(true),
    });
  }

  return (
    <Card title={t('managers')} isPadded>
      <Stack>
        <FormError>{whole}</FormError>
        {isUnprotected && (
          <Alert action={<ButtonLink href={urls.account}>{t('set-up-app')}</ButtonLink>}>
            {sentence({ code: 'second-factor-missing' })}
          </Alert>
        )}
        <Checkbox
          label={t('require-app-label')}
          description={t('require-app-label-about')}
          isSelected={requiresSecondFactor}
          isDisabled={isBusy || (isUnprotected && !requiresSecondFactor)}
          onChange={choose}
        />
        {without.length > 0 && <p className="quiet">{t('without-app', { names: without.join(', ') })}</p>}
      </Stack>
    </Card>
  );
}

export function TeamSecurityScreen() {
  const team = useTeam();
  const id = useTeamId() ?? '';
  const security = useQuery((client) => client.call(getTeamSecurity, { params: { team: id } }));
  if (team.state !== 'ready') return <NotReady title={t('security')} view={team} />;
  return (
    <Page
      title={t('security')}
      windowTitle={t('team-security', { team: team.body.name })}
      actions={<ButtonLink href={urls.team}>{t('back-to-team')}</ButtonLink>}
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
    { id: 'activity', label: t('activity'), cell: eventText },
    { label: t('person'), cell: eventAuthor },
    {
      label: t('time'),
      look: 'detail',
      cell: ({ at }) => <span className="security__time">{showMoment(at, timeZone)}</span>,
    },
    { label: t('device'), look: 'detail', cell: ({ device }) => device || '–' },
  ];
  return (
    <section aria-labelledby="security-log">
      <h2 className="team__heading" id="security-log">
        {t('security-log')}
      </h2>
      <p className="security__hint hint">{t('security-log-about')}</p>
      <ListState list={log} />
      {log.rows && (
        <Table
          label={t('security-log')}
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
            {t('show-older')}
          </Button>
        </p>
      )}
    </section>
  );
}
