import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useEffect, useRef } from 'react';
import { words } from '../../../client/words/words.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { positionsOf, seatedIn } from '../../../domain/plan/rotation.ts';
import { type GuideStep, guideSteps, stepsDone, type TeamSoFar } from '../../../domain/team/guide.ts';
import type { Team } from '../../../domain/team/team.ts';
import type { Template } from '../../../domain/team/template.ts';
import { addDays, businessDay } from '../../../domain/time/date.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Card, VisuallyHidden } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import { changeWithToast } from '../forms/change-toast.ts';
import { useInvitations, useLayoutsIn, useMembers, useTemplates } from '../lists/document-lists.ts';
import { useConnections } from '../lists/schedule-lists.ts';
import { useViews } from '../mine/use-my-layouts.ts';
import { useClient, useTeamId } from '../page/client-context.tsx';
import './guide-card.css';

const t = words('guide');

/** A new team works with the days around today. */
const daysAround = 45;
/** Documents that are looked into; a new team has few. */
const mostOpen = 5;

function useTeamSoFar(id: string, team: Team): TeamSoFar & { readonly template: string | undefined } {
  const client = useClient();
  const today = businessDay(client.now(), team.timeZone, team.dayStart);
  const templates = useTemplates(id).rows?.map((row) => row.id);
  const around = { from: addDays(today, -daysAround), to: addDays(today, daysAround) };
  const layouts = useLayoutsIn(id, around).rows?.map((row) => row.id);
  return {
    areas: team.areas.length,
    template: templates?.[0],
    layouts: layouts?.length,
    connections: useConnections(id).rows?.length,
    members: useMembers(id).rows?.length,
    invitations: useInvitations(id).rows?.length,
    hasPlannedTemplate: useAny('template', id, templates, ({ rotations }) =>
      rotations.some((rotation) => positionsOf(rotation).length > 0),
    ),
    hasShifts: useAny('layout', id, layouts, ({ shifts }) => shifts.length > 0),
    hasPlaced: useAny('layout', id, layouts, ({ rotations }) =>
      rotations.some((rotation) => seatedIn(rotation).size > 0),
    ),
  };
}

type Bodies = { layout: Layout; template: Template };

/** Whether any of the documents is like that; undefined until it's known. */
function useAny<Kind extends keyof Bodies>(
  kind: Kind,
  team: string,
  ids: readonly string[] | undefined,
  isIt: (body: Bodies[Kind]) => boolean,
): boolean | undefined {
  const views = useViews(kind, team, ids?.slice(0, mostOpen) ?? []);
  const known = useRef<boolean>(undefined);
  if (views.some(([, view]) => view.state === 'ready' && isIt(view.body))) known.current = true;
  else if (ids && views.every(([, view]) => view.state !== 'loading')) known.current = false;
  return known.current;
}

/** Steps are checked off by what the team really has. Shows nothing until that is known. */
export function GuideCard({ team }: { team: Team }) {
  const client = useClient();
  const id = useTeamId() ?? '';
  const { template, ...soFar } = useTeamSoFar(id, team);
  const done = stepsDone(soFar);
  const isComplete = done?.size === guideSteps.length;
  const document = client.open('team', id, id);

  useEffect(() => {
    if (!isComplete) return;
    const made = document.change({ type: 'team.guide', isShown: false });
    if (made.ok) showToast({ text: t('team-is-set-up') });
  }, [isComplete, document]);

  if (!done || isComplete) return null;
  const next = guideSteps.find((step) => !done.has(step));
  const hrefs: Record<GuideStep, string> = {
    area: urls.team,
    template: template === undefined ? urls.newTemplate : urls.templatePlan(template).list,
    day: urls.newLayout,
    schedule: urls.importShifts,
    place: urls.rotations,
    people: urls.team,
  };
  const shown = (step: GuideStep, index: number) => {
    const [title, action] = [t(`title-${step}`), t(`action-${step}`)];
    const isDone = done.has(step);
    return (
      <li key={step} className={isDone ? 'guide__step guide__step--done' : 'guide__step'}>
        <span className="guide__mark" aria-hidden="true">
          {isDone ? <IconCheck /> : index + 1}
        </span>
        <div>
          <strong>{title}</strong>
          {isDone && <VisuallyHidden>{t('spoken-done')}</VisuallyHidden>}
          <p className="hint">{t(`what-${step}`)}</p>
        </div>
        {(!isDone || step === 'area') && (
          <ButtonLink
            variant={isDone ? 'quiet' : step === next ? 'primary' : 'secondary'}
            href={hrefs[step]}
            aria-label={`${action}: ${title}`}
          >
            {action}
          </ButtonLink>
        )}
      </li>
    );
  };
  return (
    <Card title={t('set-up')} aside={t('so-many-done', { done: done.size, all: guideSteps.length })} isPadded>
      {done.size > 0 && (
        <details className="guide__done">
          <summary>{t('done-steps', { steps: listed(guideSteps.filter((step) => done.has(step))) })}</summary>
          <ol className="guide">{guideSteps.map((step, index) => done.has(step) && shown(step, index))}</ol>
        </details>
      )}
      <ol className="guide">{guideSteps.map((step, index) => !done.has(step) && shown(step, index))}</ol>
      <Button
        variant="quiet"
        onPress={() => changeWithToast(document, { type: 'team.guide', isShown: false })}
      >
        {t('hide')}
      </Button>
    </Card>
  );
}

const listed = (steps: readonly GuideStep[]): string => steps.map((step) => t(`title-${step}`)).join(', ');
