import { type ReactNode, useId, useState } from 'react';
import { mayManage, mayRunTheDay } from '../../../domain/team/user.ts';
import { Guide } from '../../parts/guide/guide.tsx';
import { useSchedules } from '../../parts/lists/schedule-lists.ts';
import { ListState } from '../../parts/lists/use-list.tsx';
import { useNeedsSecondFactor, useRole, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { lazyPart } from '../../parts/page/lazy-screen.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Alert, Badge } from '../../ui/message/message.tsx';
import { Actions, Card, Page, Row, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import { Invite, Members } from './members.tsx';
import { Areas, FormatsForm, LogoForm, SettingsForm, ThemeForm } from './settings/settings.tsx';
import './team.css';

const idOf = (name: string): string => `section-${name.toLowerCase().replaceAll(' ', '-')}`;

function Section({ name, children }: { name: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className="section" id={idOf(name)} aria-labelledby={heading}>
      <h2 className="section__name" id={heading} tabIndex={-1}>
        {name}
      </h2>
      <Stack>{children}</Stack>
    </section>
  );
}

/** Leads to the sections of a page, without a step in the history. */
function SectionLinks({ names }: { names: readonly string[] }) {
  function show(name: string) {
    const section = document.getElementById(idOf(name));
    section?.scrollIntoView();
    section?.querySelector<HTMLElement>('.section__name')?.focus({ preventScroll: true });
  }
  return (
    <nav className="section-links screen-only" aria-label="On this page">
      {names.map((name) => (
        <a
          key={name}
          className="section-links__link"
          href={`#${idOf(name)}`}
          onClick={(event) => {
            event.preventDefault();
            show(name);
          }}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

const DeleteTeamDialog = lazyPart(() => import('./dialogs.tsx'), 'DeleteTeamDialog');

function DeleteTeam({ id, name }: { id: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Delete Team" isPadded>
      <p className="team__words">
        This permanently deletes the team’s templates, layouts, members, and history for everyone.
      </p>
      <Actions>
        <Button onPress={() => setOpen(true)}>Delete Team</Button>
      </Actions>
      {isOpen && <DeleteTeamDialog id={id} name={name} onClose={() => setOpen(false)} />}
    </Card>
  );
}

const TeamFacts = lazyPart(() => import('./team-facts.tsx'), 'TeamFacts');

const sections = ['Schedule', 'People', 'Day and Breaks', 'Look'];

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
            {isManager && <ButtonLink href={urls.devices}>Devices</ButtonLink>}
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
              <FormatsForm id={id} team={body} />
              <ThemeForm id={id} team={body} />
              <LogoForm id={id} team={body} />
            </Section>
            <DeleteTeam id={id} name={body.name} />
          </>
        ) : (
          <Card title="Settings">
            <TeamFacts team={body} />
          </Card>
        )}
      </Stack>
    </Page>
  );
}

function ScheduleProviders({ team }: { team: string }) {
  const schedules = useSchedules(team);
  return (
    <Card title="Where Shifts Come From">
      <ListState list={schedules} />
      <ul className="team__schedules">
        {schedules.rows?.map(({ key, name, connection }) => (
          <Row as="li" key={key} label={name}>
            {connection && <Badge tone="done">Connected</Badge>}
            <ButtonLink href={urls.schedule(key)} aria-label={`${connection ? 'Change' : 'Connect'} ${name}`}>
              {connection ? 'Change' : 'Connect'}
            </ButtonLink>
          </Row>
        ))}
      </ul>
    </Card>
  );
}
