import { type ReactNode, useEffect, useMemo } from 'react';
import { isTemporary } from '../../../client/document/document-view.ts';
import { words } from '../../../client/words/words.ts';
import { defaultDayStart } from '../../../domain/team/team.ts';
import { useNavigateTo } from '../../ui/button/button.tsx';
import { Tabs } from '../../ui/menu/tabs.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { urls } from '../../urls.ts';
import { OpenPlanProvider } from '../board/open-plan.tsx';
import { useClient, useTeam, useTeamId, useTemplate } from '../page/client-context.tsx';
import { usePath } from '../page/navigation.ts';
import { NotReady } from '../page/not-ready.tsx';
import { HeaderUndo } from '../undo/undo-buttons.tsx';
import { Header } from './frame.tsx';

const ofPage = words('page');
const t = words('layouts');

/** Wraps the pages of one template. A missing template, or another team's, redirects to /templates. */
export function TemplateFrame({ id, children }: { id: string; children: ReactNode }) {
  const path = usePath();
  const client = useClient();
  const team = useTeamId() ?? '';
  const openTeam = useTeam();
  const view = useTemplate(id);
  const go = useNavigateTo();
  const plan = useMemo(() => urls.templatePlan(id), [id]);
  const isGone = view.state === 'gone' && view.why !== 'signed-out' && !isTemporary(view.why);
  const isDeleted = view.state === 'gone' && view.why === 'deleted';

  useEffect(() => {
    if (!isGone) return;
    showToast({
      text: t(isDeleted ? 'template-deleted' : 'template-gone'),
    });
    go(urls.templates, { replace: true });
  }, [isGone, isDeleted, go]);

  return (
    <>
      <Header
        title={view.state === 'ready' && <span className="one-line header__team">{view.body.name}</span>}
        action={<HeaderUndo />}
      >
        <Tabs
          label={t('template')}
          items={[
            { label: ofPage('overview'), href: urls.template(id), isCurrent: path === urls.template(id) },
            {
              label: ofPage('rotations'),
              href: plan.list,
              isCurrent: path.startsWith(plan.list),
            },
            { label: ofPage('return'), href: urls.templates },
          ]}
        />
      </Header>
      {view.state === 'ready' ? (
        <OpenPlanProvider
          owner={view.body.name}
          heading={ofPage('rotations')}
          rotations={view.body.rotations}
          dayStart={openTeam.state === 'ready' ? openTeam.body.dayStart : defaultDayStart}
          document={client.open('template', team, id)}
          urls={plan}
        >
          {children}
        </OpenPlanProvider>
      ) : (
        <NotReady title={t('template')} view={view} />
      )}
    </>
  );
}
