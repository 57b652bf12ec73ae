import { type ReactNode, useEffect } from 'react';
import { words } from '../../../client/words/words.ts';
import type { LayoutRow } from '../../../contract/documents.ts';
import type { Problem } from '../../../domain/problem/problem.ts';
import type { Team } from '../../../domain/team/team.ts';
import type { IsoDate } from '../../../domain/time/date.ts';
import { Redirect } from '../../guards.tsx';
import { useLayoutsOn } from '../../parts/lists/document-lists.ts';
import { useTodayOfTeam } from '../../parts/mine/use-my-layouts.ts';
import { useClient, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { LoadingPage } from '../../ui/message/message.tsx';
import { urls } from '../../urls.ts';

const t = words('page');

type OpenProps = {
  pick: (rows: readonly LayoutRow[], area: string | null) => LayoutRow | undefined;
  otherwise: (date: IsoDate, error: Problem | undefined) => ReactNode;
};

/** Opens today's layout where there is no choice to make: the only one, or the one of the area shown last. */
export const OpenToday = () => (
  <OpenLayout pick={onlyOne} otherwise={() => <Redirect to={urls.layouts} remembers="page" />} />
);

export function OpenLayout(props: OpenProps) {
  const id = useTeamId() ?? '';
  const team = useTeam();
  if (team.state !== 'ready') return <NotReady title={t('layout')} view={team} />;
  return <OfTeam key={id} id={id} team={team.body} {...props} />;
}

function OfTeam({ id, team, ...props }: OpenProps & { id: string; team: Team }) {
  const { today, isKnown } = useTodayOfTeam(id, team);
  return isKnown ? <OpenOn team={id} date={today} {...props} /> : <LoadingPage />;
}

function OpenOn({ team, date, pick, otherwise }: OpenProps & { team: string; date: IsoDate }) {
  const client = useClient();
  const { rows, error } = useLayoutsOn(team, date);
  // the list may not know yet what was deleted just now
  const there = rows?.filter(({ id }) => client.open('layout', team, id).get().state !== 'gone');
  const next = there && pick(there, client.choices.area(team))?.id;
  useEffect(() => {
    if (next !== undefined) client.choices.chooseLayout(next);
  }, [client, next]);
  const isUndecided = rows ? next === undefined : error !== undefined;
  return isUndecided ? otherwise(date, rows ? undefined : error) : <LoadingPage />;
}

const onlyOne: OpenProps['pick'] = (rows, area) => {
  const fitting = rows.length > 1 ? rows.filter((row) => row.area === area) : rows;
  return fitting.length === 1 ? fitting[0] : undefined;
};
