import { mayManage } from '../../domain/account/access.ts';
import { RequireRole } from '../guards.tsx';
import { urls } from '../urls.ts';
import { Day, Mine, Poster } from './lazy-screens.ts';
import { MineFirst } from './mine-first.tsx';
import { LayoutPage, TeamPage } from './page-types.tsx';
import { askedPerson, useSearch } from './search.ts';

export function DayRoute() {
  const person = askedPerson(useSearch());
  return (
    <MineFirst>
      <LayoutPage frame="day">
        <Day person={person} />
      </LayoutPage>
    </MineFirst>
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
