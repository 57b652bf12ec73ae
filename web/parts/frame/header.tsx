import IconLayoutBoard from '@tabler/icons-react/dist/esm/icons/IconLayoutBoard.mjs';
import { type ReactNode, useState } from 'react';
import { logoSource } from '../../../domain/team/team.ts';
import { fullName } from '../../../domain/team/user.ts';
import { Link } from '../../ui/button/link.tsx';
import { urls } from '../../urls.ts';
import { useMe, useTeam, useTeamId } from '../page/client-context.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { Clock } from './clock.tsx';
import { ConnectionNotice, ReloadNotice } from './connection-notice.tsx';
import { TeamMenu } from './team-menu.tsx';
import './header.css';

type HeaderProps = {
  /** Shown after the logo. Defaults to the team's name. */
  title?: ReactNode;
  /** Shown before the person's name. */
  action?: ReactNode;
  /** A row under the header, such as tabs. */
  children?: ReactNode;
};

export function Header({ title, action, children }: HeaderProps) {
  const view = useTeam();
  const team = view.state === 'ready' ? view.body : undefined;
  const id = useTeamId();
  const membership = useMe()?.teams.find((each) => each.id === id);
  return (
    <header data-lifted>
      <ReloadNotice />
      <div className="header">
        <Link className="header__logo" href={urls.day} aria-label="Day view">
          <Logo />
        </Link>
        <div className="header__title">
          {title ?? <span className="header__team">{team?.name ?? membership?.name}</span>}
        </div>
        <ConnectionNotice />
        {team && <Clock timeZone={team.timeZone} />}
        {action}
        <PaletteButton />
        <AccountLink />
        <TeamMenu />
      </div>
      {children}
    </header>
  );
}

/** The team's logo, or the default icon. */
export function Logo() {
  const view = useTeam();
  const team = useTeamId();
  const logo = view.state === 'ready' && view.body.logoUrl;
  const url = team && logo ? logoSource(team, logo) : null;
  // avoids a flash of the default icon for teams with a logo
  const isKnown = team === null || view.state !== 'loading';
  return isKnown ? <Picture key={url} url={url} /> : <span className="header__icon" />;
}

/** The default icon where there is no logo, and where it doesn't load. */
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

/** The person's name, or their initials on narrow screens. */
function AccountLink() {
  const user = useMe()?.user;
  if (!user) return null;
  const initials = [user.firstName, user.lastName].map((name) => [...name][0] ?? '').join('');
  return (
    <Link className="header__account" href={urls.account}>
      <span className="header__name">{fullName(user)}</span>
      <span className="header__avatar" aria-hidden="true">
        {initials}
      </span>
    </Link>
  );
}
