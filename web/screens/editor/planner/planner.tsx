import { useState } from 'react';
import { sentence } from '../../../../client/words/sentence.ts';
import { words } from '../../../../client/words/words.ts';
import { useCrew, useReadyLayout } from '../../../parts/page/client-context.tsx';
import { lazyScreen } from '../../../parts/page/lazy-screen.tsx';
import { NotReady } from '../../../parts/page/not-ready.tsx';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { Alert, EmptyState, Loading } from '../../../ui/message/message.tsx';
import { Page, Stack } from '../../../ui/page/page.tsx';
import { urls } from '../../../urls.ts';
import { useProposal } from './use-proposal.ts';
import './planner.css';

const t = words('planner');
const page = words('page');

const Planning = () => <Loading label={t('planning')} />;

const ProposedPlan = lazyScreen(() => import('./proposed-plan.tsx'), 'ProposedPlan', Planning);
void ProposedPlan.load().catch(() => undefined);

export function PlannerScreen() {
  const crew = useCrew();
  return crew.state === 'ready' ? <Planner /> : <NotReady title={t('title')} view={crew} />;
}

function Planner() {
  const layout = useReadyLayout();
  const [isAnew, setAnew] = useState(false);
  const proposal = useProposal(layout, isAnew);
  const { seats } = proposal;
  if (layout.rotations.length === 0 || layout.shifts.length === 0) {
    return (
      <Page title={t('title')}>
        <EmptyState title={t('nothing')}>{t('nothing-why')}</EmptyState>
      </Page>
    );
  }
  return (
    <Page title={t('title')}>
      <Stack>
        <div className="actions">
          <Button aria-pressed={isAnew} title={t('plan-anew-why')} onPress={() => setAnew(!isAnew)}>
            {t('plan-anew')}
          </Button>
          <p className="hint planner__how">{isAnew ? t('plan-anew-why') : t('keeps-why')}</p>
        </div>
        {proposal.known?.isUnskilled && (
          <Alert action={<ButtonLink href={urls.skills}>{t('set-skills')}</ButtonLink>}>
            {t('unskilled')}
          </Alert>
        )}
        {proposal.isFairnessUnknown && <Alert>{t('fairness-unknown')}</Alert>}
        {seats.outcome && !seats.outcome.ok ? (
          <Alert tone="problem" action={<Button onPress={seats.again}>{page('retry')}</Button>}>
            {sentence(seats.outcome.problem)}
          </Alert>
        ) : seats.outcome ? (
          <ProposedPlan layout={layout} proposal={proposal} />
        ) : (
          <Planning />
        )}
      </Stack>
    </Page>
  );
}
