import { type ReactNode, useCallback, useEffect, useLayoutEffect } from 'react';
import type { Client } from '../client/client.ts';
import { keepOnDevice, keptOnDevice } from '../client/device/browser.ts';
import { formats } from '../client/words/formats.ts';
import { language, words } from '../client/words/words.ts';
import { PageBoundary, Routes } from './app/routes.tsx';
import { TeamFormats } from './app/team-formats.tsx';
import { openConfirmation } from './parts/ask/ask-first.ts';
import { rememberKiosk } from './parts/kiosk/was-kiosk.ts';
import {
  ClientProvider,
  useChangesWait,
  useClient,
  useMe,
  useMembership,
  useObservable,
  useTeam,
  useTeamId,
} from './parts/page/client-context.tsx';
import { followPerson } from './parts/page/language.ts';
import { lazyPart, pageIdle } from './parts/page/lazy-screen.tsx';
import { navigate as goTo, usePath, useScrollRestoration } from './parts/page/navigation.ts';
import { ClientNotices } from './parts/page/notices/client-notices.tsx';
import { applyTheme } from './styles/theme.ts';
import { LinkProvider } from './ui/button/button.tsx';
import { Toasts } from './ui/message/toast.tsx';
import { useFocusInSight, useHeadingFocus, useLostFocus } from './ui/page/focus.ts';
import { provideUiWords } from './ui/words.ts';
import { withDay } from './urls.ts';

provideUiWords(words('page'));

const KioskPage = lazyPart(() => import('./parts/kiosk/kiosk-page.tsx'), 'KioskPage');
const AskedFirst = lazyPart(() => import('./parts/ask/asked-first.tsx'), 'AskedFirst');
void pageIdle.then(() => AskedFirst.load().catch(() => undefined));

function Shell({ children }: { children: ReactNode }) {
  const { choices } = useClient();
  const team = useObservable(choices.team);
  const layout = useObservable(choices.layout);
  const board = useObservable(choices.board);
  const question = useObservable(openConfirmation);
  const me = useMe();
  const isKiosk = me?.device?.kind === 'kiosk';
  useEffect(() => {
    if (me?.user) rememberKiosk(isKiosk);
  }, [me, isKiosk]);
  // stable, so that effects that navigate run only once
  const navigate = useCallback(
    (href: string, options?: { replace?: boolean }) =>
      goTo(
        withDay(href, {
          team: choices.team.get(),
          layout: choices.layout.get(),
          board: choices.board.get(),
        }),
        options,
      ),
    [choices],
  );
  const complete = useCallback(
    (href: string) => withDay(href, { team, layout, board }),
    [team, layout, board],
  );
  useHeadingFocus(usePath());
  useLostFocus();
  useFocusInSight();
  useScrollRestoration();
  return (
    <LinkProvider navigate={navigate} complete={complete}>
      <ThemeSync />
      <PageBoundary>
        {children}
        {isKiosk && <KioskPage />}
      </PageBoundary>
      {question && <AskedFirst question={question} onClose={() => openConfirmation.set(null)} />}
      <Toasts isWaiting={useChangesWait()}>
        <ClientNotices />
      </Toasts>
    </LinkProvider>
  );
}

function LanguageSync() {
  const me = useMe();
  useEffect(() => void followPerson(me).catch(() => undefined), [me]);
  return null;
}

export function App({ client }: { client: Client }) {
  // texts are read while a component renders, so all of them do again
  const spoken = useObservable(language);
  const { clock, date } = useObservable(formats);
  return (
    <ClientProvider client={client}>
      <LanguageSync />
      <TeamFormats />
      <Shell key={`${spoken} ${clock} ${date}`}>
        <Routes />
      </Shell>
    </ClientProvider>
  );
}

const key = 'teamColor';

/** The last known color of that team on this device, else of the one shown last: the page would open in another and flash. */
function rememberedColor(team: string | null): string | undefined {
  const [ofTeam, color] = keptOnDevice(key)?.split(' ') ?? [];
  return team === null || team === ofTeam ? color : undefined;
}

function ThemeSync() {
  const me = useMe();
  const id = useTeamId();
  const team = useTeam();
  const isComing = me === null || (id !== null && team.state === 'loading');
  const primaryColor = team.state === 'ready' ? (team.body.primaryColor ?? undefined) : undefined;

  const comingColor = useMembership()?.color;

  // before the paint that shows the team's name
  useLayoutEffect(() => {
    if (!isComing) keepOnDevice(key, id && primaryColor ? `${id} ${primaryColor}` : null);
    applyTheme({ primaryColor: isComing ? (comingColor ?? rememberedColor(id)) : primaryColor });
  }, [isComing, id, primaryColor, comingColor]);
  return null;
}
