import { mayManage } from '../../../domain/team/user.ts';
import { useRole, useTeam } from '../page/client-context.tsx';
import { lazyPart } from '../page/lazy-screen.tsx';

const GuideCard = lazyPart(() => import('./guide-card.tsx'), 'GuideCard');

/** The steps of setting up a new team, for its managers, until all are done or someone hides them. */
export function Guide() {
  const team = useTeam();
  const role = useRole();
  if (team.state !== 'ready' || !team.body.guide || !mayManage(role)) return null;
  return <GuideCard team={team.body} />;
}
