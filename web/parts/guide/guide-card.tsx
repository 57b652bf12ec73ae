import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useEffect } from 'react';
import { type GuideStep, guideSteps, stepsDone } from '../../../domain/team/guide.ts';
import type { Team } from '../../../domain/team/team.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Card } from '../../ui/page/card.tsx';
import { VisuallyHidden } from '../../ui/page/visually-hidden.tsx';
import { urls } from '../../urls.ts';
import { changeWithToast } from '../forms/change-toast.ts';
import { useClient, useTeamId } from '../page/client-context.tsx';
import { useTeamSoFar } from './use-team-so-far.ts';
import './guide-card.css';

const texts: Record<GuideStep, { title: string; what: string; action: string }> = {
  area: {
    title: 'Areas',
    what: 'The parts of the restaurant that are planned separately.',
    action: 'Edit',
  },
  template: {
    title: 'Template',
    what: 'A typical day: its rotations and the positions in each.',
    action: 'Set Up',
  },
  day: {
    title: 'Day',
    what: 'A layout for a date. It starts as a copy of a template.',
    action: 'Create',
  },
  schedule: {
    title: 'Schedule',
    what: 'Who works when: from a file, a connected service, or typed in.',
    action: 'Add Shifts',
  },
  place: {
    title: 'Place People',
    what: 'Everybody on a position, by job in one press. Then move whom you like.',
    action: 'Open Rotations',
  },
  people: {
    title: 'Members',
    what: 'An invite link lets leads run the day and the crew see it.',
    action: 'Invite',
  },
};

/**
 * Six steps, each checked off by what the team really has; those that are done are folded. Shows nothing until that is
 * known.
 */
export function GuideCard({ team }: { team: Team }) {
  const client = useClient();
  const id = useTeamId() ?? '';
  const soFar = useTeamSoFar(team);
  const done = stepsDone(soFar);
  const isComplete = done?.size === guideSteps.length;
  const document = client.open('team', id, id);

  useEffect(() => {
    if (!isComplete) return;
    const made = document.change({ type: 'team.guide', isShown: false });
    if (made.ok) showToast({ text: 'Your team is set up' });
  }, [isComplete, document]);

  if (!done || isComplete) return null;
  const next = guideSteps.find((step) => !done.has(step));
  const hrefs: Record<GuideStep, string> = {
    area: urls.team,
    template: soFar.template === undefined ? urls.newTemplate : urls.templatePlan(soFar.template).list,
    day: urls.newLayout,
    schedule: urls.importShifts,
    place: urls.rotations,
    people: urls.team,
  };
  const shown = (step: GuideStep, index: number) => {
    const { title, what, action } = texts[step];
    const isDone = done.has(step);
    return (
      <li key={step} className={isDone ? 'guide__step guide__step--done' : 'guide__step'}>
        <span className="guide__mark" aria-hidden="true">
          {isDone ? <IconCheck /> : index + 1}
        </span>
        <span className="guide__text">
          <strong>{title}</strong>
          {isDone && <VisuallyHidden>, done</VisuallyHidden>}
          <span className="guide__what">{what}</span>
        </span>
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
    <Card title="Set Up Your Team" aside={`${done.size} of ${guideSteps.length} done`} isPadded>
      {done.size > 0 && (
        <details className="guide__done">
          <summary>{`Done: ${listed(guideSteps.filter((step) => done.has(step)))}`}</summary>
          <ol className="guide">{guideSteps.map((step, index) => done.has(step) && shown(step, index))}</ol>
        </details>
      )}
      <ol className="guide">{guideSteps.map((step, index) => !done.has(step) && shown(step, index))}</ol>
      <Button
        variant="quiet"
        onPress={() => changeWithToast(document, { type: 'team.guide', isShown: false })}
      >
        Hide These Steps
      </Button>
    </Card>
  );
}

const listed = (steps: readonly GuideStep[]): string => steps.map((step) => texts[step].title).join(', ');
