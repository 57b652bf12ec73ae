import { lazy, Suspense } from 'react';
import { mayManage, mayRunTheDay } from '../../../domain/team/user.ts';
import { Guide } from '../../parts/guide/guide.tsx';
import { useNeedsSecondFactor, useRole, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Page, Stack } from '../../ui/page/page.tsx';
import { Section, SectionLinks } from '../../ui/page/section.tsx';
import { urls } from '../../urls.ts';
import { DeleteTeam } from './delete-team.tsx';
import { Invite } from './members/invite.tsx';
import { Members } from './members/members.tsx';
import { ScheduleProviders } from './schedule-providers.tsx';
import { Areas } from './settings/areas.tsx';
import { LogoForm } from './settings/logo-form.tsx';
import { SettingsForm } from './settings/settings-form.tsx';
import { ThemeForm } from './settings/theme-form.tsx';
import './team.css';

const TeamFacts = lazy(async () => ({ default: (await import('./team-facts.tsx')).TeamFacts }));

const sections = ['Schedule', 'People', 'Day and Breaks', 'Look'];

/** Members and settings of the team selected in the header; managers can change them. */
export function TeamScreen() {
  const team = useTeam();
  const id = useTeamId() ?? '';
  const role = useRole();
  const isManager = mayManage(role);
  const needsSecondFactor = useNeedsSecondFactor();
  if (team.state !== 'ready') return <NotReady title="Team" view={team} />;
  const { body } = team;
  return (
    <Page
      title="Team"
      windowTitle={body.name}
      actions={
        mayRunTheDay(role) && (
          <>
            <ButtonLink href={urls.teamHistory}>History</ButtonLink>
            {isManager && <ButtonLink href={urls.teamSecurity}>Security</ButtonLink>}
          </>
        )
      }
    >
      <Stack>
        <Guide />
        {needsSecondFactor && (
          <Alert tone="warning" action={<ButtonLink href={urls.account}>Set Up App</ButtonLink>}>
            This team requires managers to use an authenticator app. Set one up to manage the team.
          </Alert>
        )}
        {isManager && <SectionLinks names={sections} />}
        {isManager && (
          <Section name="Schedule">
            <ScheduleProviders team={id} />
          </Section>
        )}
        <Section name="People">
          <Members team={id} name={body.name} />
          {isManager && <Invite team={id} timeZone={body.timeZone} />}
        </Section>
        {isManager ? (
          <>
            <Section name="Day and Breaks">
              <SettingsForm id={id} team={body} />
              <Areas id={id} team={body} />
            </Section>
            <Section name="Look">
              <ThemeForm id={id} team={body} />
              <LogoForm id={id} team={body} />
            </Section>
            <DeleteTeam id={id} name={body.name} />
          </>
        ) : (
          <Card title="Settings">
            <Suspense>
              <TeamFacts team={body} />
            </Suspense>
          </Card>
        )}
      </Stack>
    </Page>
  );
}
