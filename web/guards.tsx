import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { words } from '../client/words/words.ts';
import type { ProblemCode } from '../domain/problem/problem.ts';
import type { Role } from '../domain/team/user.ts';
import { PageFrame, SignInFrame } from './parts/frame/frame.tsx';
import { wasKiosk } from './parts/kiosk/was-kiosk.ts';
import { type dayParameters, fromPage, useSearch, withReturnPath } from './parts/page/address-search.ts';
import {
  useClient,
  useLayout,
  useMe,
  useObservable,
  useRole,
  useTeamId,
} from './parts/page/client-context.tsx';
import { currentAddress, navigate } from './parts/page/navigation.ts';
import { LateAlert, NotReady, useStuck } from './parts/page/not-ready.tsx';
import { useForgottenEmail } from './parts/sign-in/typed-email.ts';
import { ButtonLink } from './ui/button/button.tsx';
import { LoadingPage } from './ui/message/message.tsx';
import { Page } from './ui/page/page.tsx';
import { isForKiosk, noBoard, urls, withDay, withoutDay } from './urls.ts';

const t = words('page');

type Guarded = { children: ReactNode };

/**
 * Replaces the current page. `remembers` passes on where to return to: this address, or this page without its day.
 */
export function Redirect({ to, remembers }: { to: string; remembers?: 'address' | 'page' }) {
  useLayoutEffect(() => {
    if (location.pathname === to) return;
    const from = remembers === 'page' ? withoutDay(currentAddress()) : currentAddress();
    navigate(remembers ? withReturnPath(to, from) : to, { replace: true });
  }, [to, remembers]);
  return null;
}

/** Who opens an invite link where nobody has signed in before is most likely new, and registers. */
export function RequireSignIn({ children }: Guarded) {
  const me = useMe();
  const { knowsSomeone } = useClient().choices;
  if (me === null) return <Waiting whyNot="offline-nothing-saved" />;
  if (me.device?.kind === 'wall' && location.pathname !== urls.television)
    return <Redirect to={urls.television} />;
  if (me.device?.kind === 'kiosk' && !isForKiosk(location.pathname)) return <Redirect to={urls.day} />;
  if (me.user !== null) return children;
  if (wasKiosk()) return <Redirect to={urls.kiosk} />;
  const isNew = location.pathname.startsWith(urls.join('')) && !knowsSomeone;
  return <Redirect to={isNew ? urls.register : urls.login} remembers="address" />;
}

function Waiting({ whyNot }: { whyNot: ProblemCode }) {
  const connection = useObservable(useClient().connection);
  if (connection !== 'offline') return <LoadingPage />;
  return (
    <SignInFrame>
      <Page title={t('cant-reach')} width="narrow">
        <LateAlert code={whyNot} />
      </Page>
    </SignInFrame>
  );
}

export function RequireTeam({ children }: Guarded) {
  const me = useMe();
  const team = useTeamId();
  if (me?.teams.length === 0) return <Redirect to={urls.start} />;
  return team === null ? <Waiting whyNot="offline-nothing-saved" /> : children;
}

/** Remounts the page for another team, so that nothing typed or opened for one team stays on it. */
export function OfTheTeam({ children }: Guarded) {
  return <Fragment key={useTeamId()}>{children}</Fragment>;
}

type RequireLayoutProps = Guarded & {
  inAddress: ReturnType<typeof dayParameters>;
  withoutBoard?: ReactNode;
};

/** Redirects to /layouts, which returns here, while no layout is chosen or the chosen one is gone. */
export function RequireLayout({ inAddress, withoutBoard, children }: RequireLayoutProps) {
  const isTaken = useDayInAddress(inAddress, withoutBoard !== undefined);
  const chosen = useObservable(useClient().choices.layout);
  const layout = useLayout();
  const stuck = useStuck(layout);
  if (!isTaken) return <LoadingPage />;
  if (chosen === null) return withoutBoard ?? <Redirect to={urls.layouts} remembers="page" />;
  if (layout.state === 'ready') return children;
  const notReady = (
    <NotReady
      title={t('layout')}
      view={layout}
      action={<ButtonLink href={urls.layouts}>{t('choose-another-layout')}</ButtonLink>}
    />
  );
  return stuck ? <PageFrame>{notReady}</PageFrame> : notReady;
}

export function RequireRole({
  may,
  orGo,
  children,
}: Guarded & { may: (role: Role) => boolean; orGo: string }) {
  return may(useRole()) ? children : <Redirect to={orGo} />;
}

export function SignedOut({ children }: Guarded) {
  const me = useMe();
  const { from = urls.day } = fromPage(useSearch());
  useForgottenEmail(Boolean(me?.user));
  if (me === null) return <Waiting whyNot="offline-signed-out" />;
  // on a paired device, people sign in as on any other
  return me.user === null || me.device ? children : <Redirect to={from} />;
}

/** Keeps other tabs from changing this one: an address sets the layout, a choice replaces the address. False until the two agree. */
function useDayInAddress(
  { team: askedTeam, layout: asked, board: askedBoard = asked }: ReturnType<typeof dayParameters>,
  isDayView: boolean,
): boolean {
  const { choices, me } = useClient();
  const team = useObservable(choices.team);
  const layout = useObservable(choices.layout);
  const board = useObservable(choices.board);
  const wantsBoard = asked === undefined && board !== layout && (isDayView || layout === null);
  const address = asked === undefined ? undefined : [askedTeam, asked, askedBoard].join(' ');
  const [taken, setTaken] = useState<string>();
  /** What this hook wrote to the address, until the address has it. */
  const written = useRef<string>(undefined);

  useLayoutEffect(() => {
    if (wantsBoard) choices.openLayout(board);
  }, [choices, wantsBoard, board]);

  useLayoutEffect(() => {
    if (asked === undefined) return;
    if (address === written.current) written.current = undefined;
    else {
      const isMember = me.get()?.teams.some(({ id }) => id === askedTeam);
      if (askedTeam !== undefined && isMember) choices.chooseTeam(askedTeam);
      if (isDayView) choices.chooseLayout(asked);
      else choices.openLayout(asked, askedBoard === noBoard ? null : askedBoard);
    }
    setTaken(address);
  }, [choices, me, askedTeam, asked, askedBoard, address, isDayView]);

  useLayoutEffect(() => {
    const isTaken = address === undefined || taken === address;
    if (!isTaken || wantsBoard || team === null || layout === null) return;
    const boardBehind = isDayView ? layout : (board ?? noBoard);
    if (team === askedTeam && layout === asked && boardBehind === askedBoard) return;
    written.current = [team, layout, boardBehind].join(' ');
    const href = withDay(withoutDay(currentAddress()), { team, layout, board });
    navigate(href, { replace: true, keepScroll: true });
  }, [team, layout, board, askedTeam, asked, askedBoard, address, taken, wantsBoard, isDayView]);

  if (address === undefined) return !wantsBoard;
  return taken === address || (layout === asked && team === askedTeam);
}
