import { useEffect } from 'react';
import { mayManage } from '../../domain/team/user.ts';
import { Redirect, RequireRole } from '../guards.tsx';
import { useClient, useObservable } from '../parts/page/client-context.tsx';
import { urls } from '../urls.ts';
import { Day, Mine, Poster, Television } from './lazy-screens.ts';
import { MineFirst } from './mine-first.tsx';
import { LayoutPage, TeamPage } from './page-types.tsx';
import { askedPerson, useSearch } from '../parts/page/address-search.ts';

/** The board; on a television, what it shows. */
export function DayRoute() {
  const person = askedPerson(useSearch());
  if (useObservable(useClient().choices.television)) return <Redirect to={urls.television} />;
  return (
    <MineFirst>
      <LayoutPage frame="day">
        <Day person={person} />
      </LayoutPage>
    </MineFirst>
  );
}

/** Opening it makes the device a television, until somebody leaves. */
export function TelevisionRoute() {
  const { choices } = useClient();
  useEffect(() => choices.chooseTelevision(true), [choices]);
  return (
    <LayoutPage frame="television">
      <Television />
    </LayoutPage>
  );
}

export function MineRoute() {
  return (
    <TeamPage>
      <Mine />
    </TeamPage>
  );
}

export function PosterRoute() {
  return (
    <TeamPage>
      <RequireRole may={mayManage} orGo={urls.team}>
        <Poster />
      </RequireRole>
    </TeamPage>
  );
}
