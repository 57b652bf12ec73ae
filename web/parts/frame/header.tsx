import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconLayoutBoard from '@tabler/icons-react/dist/esm/icons/IconLayoutBoard.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { lazy, type ReactNode, useState } from 'react';
import { logoSource } from '../../../domain/team/team.ts';
import { fullName } from '../../../domain/team/user.ts';
import { Link } from '../../ui/button/button.tsx';
import { MenuOpener } from '../../ui/menu/menu.tsx';
import { urls } from '../../urls.ts';
import { useClient, useMe, useMembership, useTeam, useTeamId } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { ConnectionNotice, ReloadNotice } from './connection-notice.tsx';
import './header.css';
import { fromMinutes } from '../../../domain/time/clock-time.ts';
import { wallClock } from '../../../domain/time/date.ts';

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
        <Link className="header__logo screen-only" href={urls.day} aria-label="Day view">
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
        <MenuOpener label="Team menu" size="big" load={load} menu={(open) => <TeamMenuList {...open} />}>
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

function AccountLink() {
  const user = useMe()?.user;
  if (!user) return null;
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
  const time = useTicking(() => fromMinutes(wallClock(client.now(), timeZone).minutes));
  return <time className="header__clock screen-only">{time}</time>;
}
