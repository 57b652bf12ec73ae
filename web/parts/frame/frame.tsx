import IconLayoutList from '@tabler/icons-react/dist/esm/icons/IconLayoutList.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import type { ReactNode } from 'react';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { showDate, weekday } from '../../../domain/time/date.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Link } from '../../ui/button/link.tsx';
import { urls } from '../../urls.ts';
import { useClient, useLayout, useMe, useObservable, useRole, useTeamId } from '../page/client-context.tsx';
import { Editors } from '../presence/editors.tsx';
import { HeaderUndo } from '../undo/header-undo.tsx';
import { Header } from './header.tsx';

/** Wraps the pages of a team or an account. */
export function PageFrame({ children }: { children: ReactNode }) {
  const board = useObservable(useClient().choices.board);
  // crew seldom choose a layout: the day view finds today's
  const isOnSchedule = useIsOnSchedule();
  return (
    <>
      <Header
        action={
          <>
            <HeaderUndo />
            {(board !== null || isOnSchedule) && <ToDay />}
          </>
        }
      />
      {children}
    </>
  );
}

/** Whether the account is that of a person on the team's schedule. */
function useIsOnSchedule(): boolean {
  const team = useTeamId();
  return useMe()?.teams.find(({ id }) => id === team)?.person !== undefined;
}

/** Wraps the day view. */
export function DayFrame({ children }: { children: ReactNode }) {
  const mayEdit = mayRunTheDay(useRole());
  const isOnSchedule = useIsOnSchedule();
  return (
    <>
      <Header
        title={<DayHeading isPageHeading />}
        action={
          mayEdit ? (
            <ButtonLink size="big" href={urls.overview} icon={<IconPencil />} aria-label="Edit">
              <span className="header__action-words">Edit</span>
            </ButtonLink>
          ) : (
            isOnSchedule && (
              <ButtonLink size="big" href={urls.mine}>
                Mine
              </ButtonLink>
            )
          )
        }
      />
      {children}
    </>
  );
}

/** Wraps the timeline of a day. */
export function TimelineFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <Header title={<DayHeading isPageHeading />} action={<ToDay />} />
      {children}
    </>
  );
}

export function ToDay() {
  return (
    <ButtonLink size="big" href={urls.day} icon={<IconLayoutList />} aria-label="Day">
      <span className="header__action-words">Day</span>
    </ButtonLink>
  );
}

/** The chosen layout's date with weekday and area. The date links to the other days. */
export function DayHeading({ isPageHeading = false }: { isPageHeading?: boolean }) {
  const layout = useLayout();
  if (layout.state !== 'ready') return null;
  const { date, area } = layout.body;
  const Heading = isPageHeading ? 'h1' : 'p';
  return (
    <>
      <Heading>
        <Link className="header__date" href={urls.layoutsOn(date)}>
          {showDate(date)}
        </Link>
      </Heading>
      <span className="header__about">{`${weekday(date)} · ${area}`}</span>
      <Editors />
    </>
  );
}
