import type { LayoutOutlook, LayoutRow } from '../../../contract/documents.ts';
import { momentOf } from '../../../domain/day/coverage.ts';
import { outlookOf, outlookText } from '../../../domain/day/outlook.ts';
import type { Team } from '../../../domain/team/team.ts';
import { useMinuteOf } from '../../parts/board/use-today.ts';
import { useClient, useObservable, useTeamId } from '../../parts/page/client-context.tsx';

type CoverageProps = {
  layout: LayoutRow;
  team: Team;
  /** What the server said. */
  outlook?: LayoutOutlook;
  /** Whether this page may know better, and reads the document itself. */
  isLive: boolean;
};

/** How many work that day, and which positions are open: '3 open at Lunch'. */
export function Coverage({ layout: { id, date }, team, outlook, isLive }: CoverageProps) {
  const client = useClient();
  const teamId = useTeamId() ?? '';
  const minute = useMinuteOf(date, team.timeZone);
  const view = useObservable(isLive ? client.open('layout', teamId, id) : notRead);
  const known =
    view.state === 'ready' ? outlookOf(view.body, momentOf(view.body, client.now(), team.timeZone)) : outlook;
  const said = known && outlookText(known, { minute, dayStart: team.dayStart });
  if (!known || !said) return null;
  const { shifts } = known;
  const details = [
    ...(said.more > 0 ? [`${said.more} more`] : []),
    ...(shifts > 0 ? [`${shifts} ${shifts === 1 ? 'shift' : 'shifts'}`] : []),
  ];
  return (
    <span className="week__coverage">
      <span className={said.isComplete ? 'week__complete' : undefined}>{said.text}</span>
      {details.length > 0 && <span className="week__details">{details.join(' · ')}</span>}
    </span>
  );
}

const loading = { state: 'loading' } as const;
const notRead = { get: () => loading, subscribe: () => () => {} };
