import { type ReactNode, useId, useState } from 'react';
import { words } from '../../../client/words/words.ts';
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
import './team.css';

const t = words('team');

const sections = ['schedule', 'people', 'day', 'planning', 'look'] as const;
type SectionName = (typeof sections)[number];

function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const heading = useId();
  return (
    <section className="section" id={`section-${name}`} aria-labelledby={heading}>
      <h2 className="section__name" id={heading} tabIndex={-1}>
        {t(`section-${name}`)}
      </h2>
      <Stack>{children}</Stack>
    </section>
  );
}

/** Leads to the sections of a page, without a step in the history. */
function SectionLinks() {
  function show(name: SectionName) {
    const section = document.getElementById(`section-${name}`);
    section?.scrollIntoView();
    section?.querySelector<HTMLElement>('.section__name')?.focus({ preventScroll: true });
  }
  return (
    <nav className="section-links screen-only" aria-label={t('on-this-page')}>
      {sections.map((name) => (
        <a
          key={name}
          className="section-links__link"
          href={`#section-${name}`}
          onClick={(event) => {
            event.preventDefault();
            show(name);
          }}
        >
          {t(`section-${name}`)}
        </a>
      ))}
    </nav>
  );
}

const DeleteTeamDialog = lazyPart(() => import('./dialogs.tsx'), 'DeleteTeamDialog');

function DeleteTeam({ id, name }: { id: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t('delete-team')} isPadded>
      <p className="team__words">{t('delete-team-about')}</p>
      <Actions>
        <Button onPress={() => setOpen(true)}>{t('delete-team')}</Button>
      </Actions>
      {isOpen && <DeleteTeamDialog id={id} name={name} onClose={() => setOpen(false)} />}
    </Card>
  );
}

// managers alone have them, further down
const DaySettings = lazyPart(() => import('./settings/settings.tsx'), 'DaySettings');
const PlanningSettings = lazyPart(() => import('./settings/planning.tsx'), 'PlanningSettings');
const LookSettings = lazyPart(() => import('./settings/settings.tsx'), 'LookSettings');
const TeamFacts = lazyPart(() => import('./team-facts.tsx'), 'TeamFacts');

export function TeamScreen() {
  const team = useTeam();
  const id = useTeamId() ?? '';
  const role = useRole();
  const isManager = mayManage(role);
  const needsSecondFactor = useNeedsSecondFactor();
  if (team.state !== 'ready') return <NotReady title={t('team')} view={team} />;
  const { body } = team;
  return (
    <Page
      title={t('team')}
      windowTitle={body.name}
      actions={
        mayRunTheDay(role) && (
          <>
            <ButtonLink href={urls.teamHistory}>{t('history')}</ButtonLink>
            {isManager && <ButtonLink href={urls.devices}>{t('devices')}</ButtonLink>}
            {isManager && <ButtonLink href={urls.teamSecurity}>{t('security')}</ButtonLink>}
          </>
        )
      }
    >
      <Stack>
        <Guide />
        {needsSecondFactor && (
          <Alert tone="warning" action={<ButtonLink href={urls.account}>{t('set-up-app')}</ButtonLink>}>
            {t('needs-app')}
          </Alert>
        )}
        {isManager && <SectionLinks />}
        {isManager && (
          <Section name="schedule">
            <ScheduleProviders team={id} />
          </Section>
        )}
        <Section name="people">
          <Members team={id} name={body.name} />
          {isManager && <Invite team={id} timeZone={body.timeZone} />}
        </Section>
        {isManager ? (
          <>
            <Section name="day">
              <DaySettings id={id} team={body} />
            </Section>
            <Section name="planning">
              <PlanningSettings id={id} team={body} />
            </Section>
            <Section name="look">
              <LookSettings id={id} team={body} />
            </Section>
            <DeleteTeam id={id} name={body.name} />
          </>
        ) : (
          <Card title={t('settings')}>
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
    <Card title={t('where-shifts-come-from')}>
      <ListState list={schedules} />
      <ul className="team__schedules">
        {schedules.rows?.map(({ key, name, connection }) => (
          <Row as="li" key={key} label={name}>
            {connection && <Badge tone="done">{t('connected')}</Badge>}
            <ButtonLink
              href={urls.schedule(key)}
              aria-label={t(connection ? 'change-named' : 'connect-named', { name })}
            >
              {t(connection ? 'change' : 'connect')}
            </ButtonLink>
          </Row>
        ))}
      </ul>
    </Card>
  );
}
