import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconLayoutBoard from '@tabler/icons-react/dist/esm/icons/IconLayoutBoard.mjs';
import IconLayoutList from '@tabler/icons-react/dist/esm/icons/IconLayoutList.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { lazy, type ReactNode, useState } from 'react';
import { showDate, showMinute, weekday } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { logoSource } from '../../../domain/team/team.ts';
import { fullName, mayRunTheDay } from '../../../domain/team/user.ts';
import { wallClock } from '../../../domain/time/date.ts';
import { ButtonLink, Link } from '../../ui/button/button.tsx';
import { MenuOpener } from '../../ui/menu/menu.tsx';
import { Tabs } from '../../ui/menu/tabs.tsx';
import { Loading } from '../../ui/message/message.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import {
  useClient,
  useLayout,
  useMe,
  useMembership,
  useObservable,
  useRole,
  useTeam,
  useTeamId,
} from '../page/client-context.tsx';
import { lazyPart } from '../page/lazy-screen.tsx';
import { usePath } from '../page/navigation.ts';
import { useTicking } from '../page/ticker.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { Editors } from '../presence/use-presence.tsx';
import { HeaderUndo } from '../undo/undo-buttons.tsx';
import { ConnectionNotice, ReloadNotice } from './connection-notice.tsx';
import './frame.css';
import './header.css';

const t = words('page');

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
            <ButtonLink size="big" href={urls.overview} icon={<IconPencil />} aria-label={t('edit')}>
              <span className="header__action-words">{t('edit')}</span>
            </ButtonLink>
          ) : (
            isOnSchedule && (
              <ButtonLink size="big" href={urls.mine}>
                {t('mine')}
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
    <ButtonLink size="big" href={urls.day} icon={<IconLayoutList />} aria-label={t('day')}>
      <span className="header__action-words">{t('day')}</span>
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
          label={t('editor')}
          items={[
            { label: t('overview'), href: urls.overview, isCurrent: path === urls.overview },
            { label: t('shifts'), href: urls.shifts, isCurrent: path.startsWith(urls.shifts) },
            {
              label: t('rotations'),
              href: urls.rotations,
              isCurrent: path === urls.rotations || path.startsWith(urls.dayPlan.list),
            },
            { label: t('history'), href: urls.layoutHistory, isCurrent: path === urls.layoutHistory },
            { label: t('return'), href: urls.day },
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

const DeviceLanguage = lazyPart(() => import('../page/language-choice.tsx'), 'DeviceLanguage');

export function SignInPage({ title, isLoading, children }: SignInPageProps) {
  const me = useMe();
  return (
    <SignInFrame>
      <Page title={title} width="narrow">
        {isLoading ? <Loading /> : children}
        {me !== null && me.user === null && <DeviceLanguage />}
      </Page>
    </SignInFrame>
  );
}

const load = () => import('./team-menu-list.tsx');
const TeamMenuList = lazy(async () => ({ default: (await load()).TeamMenuList }));

type HeaderProps = {
  /** Shown after the logo. Defaults to the team's name. */
  title?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

export function Header({ title, action, children }: HeaderProps) {
  const view = useTeam();
  const team = view.state === 'ready' ? view.body : undefined;
  const membership = useMembership();
  return (
    <header data-lifted>
      <ReloadNotice />
      <div className="header">
        <Link className="header__logo screen-only" href={urls.day} aria-label={t('day-view')}>
          <Logo />
        </Link>
        <div className="header__title">
          {title ?? <span className="one-line header__team">{team?.name ?? membership?.name}</span>}
        </div>
        <ConnectionNotice />
        {team && <Clock timeZone={team.timeZone} />}
        {action}
        <PaletteButton />
        <AccountLink />
        <MenuOpener label={t('team-menu')} size="big" load={load} menu={(open) => <TeamMenuList {...open} />}>
          <IconUsers aria-hidden="true" />
          <IconChevronDown aria-hidden="true" className="header__chevron" />
        </MenuOpener>
      </div>
      {children}
    </header>
  );
}

export function Logo() {
  const view = useTeam();
  const team = useTeamId();
  const logo = view.state === 'ready' && view.body.logoUrl;
  const url = team && logo ? logoSource(team, logo) : null;
  // avoids a flash of the default icon for teams with a logo
  const isKnown = team === null || view.state !== 'loading';
  return isKnown ? <Picture key={url} url={url} /> : <span className="header__icon" />;
}

function Picture({ url }: { url: string | null }) {
  const [isBroken, setBroken] = useState(false);
  if (url === null || isBroken) {
    return (
      <span className="header__icon">
        <IconLayoutBoard aria-hidden="true" />
      </span>
    );
  }
  return <img src={url} alt="" onError={() => setBroken(true)} />;
}

const KioskButton = lazyPart(() => import('../kiosk/kiosk-button.tsx'), 'KioskButton');

function AccountLink() {
  const { user, device } = useMe() ?? {};
  if (!user) return null;
  if (device) return device.kind === 'kiosk' ? <KioskButton /> : null;
  const initials = [user.firstName, user.lastName].map((name) => [...name][0] ?? '').join('');
  return (
    <Link className="header__account screen-only" href={urls.account}>
      <span className="one-line header__name">{fullName(user)}</span>
      <span className="header__avatar" aria-hidden="true">
        {initials}
      </span>
    </Link>
  );
}

/** The current time in a zone, by the server's clock. Renders once a minute. */
export function Clock({ timeZone }: { timeZone: string }) {
  const client = useClient();
  const time = useTicking(() => showMinute(wallClock(client.now(), timeZone).minutes));
  return <time className="header__clock screen-only">{time}</time>;
}
