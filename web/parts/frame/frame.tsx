import IconLayoutBoard from '@tabler/icons-react/dist/esm/icons/IconLayoutBoard.mjs';
import IconLayoutList from '@tabler/icons-react/dist/esm/icons/IconLayoutList.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import type { ReactNode } from 'react';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { showDate, weekday } from '../../../domain/time/date.ts';
import { ButtonLink, Link } from '../../ui/button/button.tsx';
import { Tabs } from '../../ui/menu/tabs.tsx';
import { Loading } from '../../ui/message/message.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import { useClient, useLayout, useMembership, useObservable, useRole } from '../page/client-context.tsx';
import { usePath } from '../page/navigation.ts';
import { Editors } from '../presence/use-presence.tsx';
import { HeaderUndo } from '../undo/header-undo.tsx';
import { Header } from './header.tsx';
import './frame.css';

export function PageFrame({ children }: { children: ReactNode }) {
  const board = useObservable(useClient().choices.board);
  // crew seldom choose a layout: the day view finds today's
  const isOnSchedule = useMembership()?.person !== undefined;
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

export function DayFrame({ children }: { children: ReactNode }) {
  const mayEdit = mayRunTheDay(useRole());
  const isOnSchedule = useMembership()?.person !== undefined;
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

export function TimelineFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <Header title={<DayHeading isPageHeading />} action={<ToDay />} />
      {children}
    </>
  );
}

function ToDay() {
  return (
    <ButtonLink size="big" href={urls.day} icon={<IconLayoutList />} aria-label="Day">
      <span className="header__action-words">Day</span>
    </ButtonLink>
  );
}

function DayHeading({ isPageHeading = false }: { isPageHeading?: boolean }) {
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
      <span className="hint one-line header__about">{`${weekday(date)} · ${area}`}</span>
      <Editors />
    </>
  );
}

export function EditorFrame({ children }: { children: ReactNode }) {
  const path = usePath();
  return (
    <>
      <Header
        title={<DayHeading />}
        action={
          <>
            {path !== urls.rotations && <HeaderUndo />}
            <ToDay />
          </>
        }
      >
        <Tabs
          label="Editor"
          items={[
            { label: 'Overview', href: urls.overview, isCurrent: path === urls.overview },
            { label: 'Shifts', href: urls.shifts, isCurrent: path.startsWith(urls.shifts) },
            {
              label: 'Rotations',
              href: urls.rotations,
              isCurrent: path === urls.rotations || path.startsWith(urls.dayPlan.list),
            },
            { label: 'History', href: urls.layoutHistory, isCurrent: path === urls.layoutHistory },
            { label: 'Return', href: urls.day },
          ]}
        />
      </Header>
      {children}
    </>
  );
}

export function SignInFrame({ isWide, children }: { isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'sign-in-frame sign-in-frame--wide' : 'sign-in-frame'}>
      <header className="sign-in-frame__name">
        <span className="sign-in-frame__logo" aria-hidden="true">
          <IconLayoutBoard />
        </span>
        Lineup
      </header>
      {children}
    </div>
  );
}

type SignInPageProps = { title: string; isLoading?: boolean; children: ReactNode };

export function SignInPage({ title, isLoading, children }: SignInPageProps) {
  return (
    <SignInFrame>
      <Page title={title} width="narrow">
        {isLoading ? <Loading /> : children}
      </Page>
    </SignInFrame>
  );
}
