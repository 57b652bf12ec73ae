import { createRootRoute, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useClient, useObservable } from '../parts/page/client-context.tsx';
import { ClientNews } from '../parts/page/client-news.tsx';
import { ThemeSync } from '../parts/theme/theme-sync.tsx';
import { LinkProvider } from '../ui/button/link.tsx';
import { Toasts } from '../ui/message/toast.tsx';
import { useHeadingFocus } from '../ui/page/heading-focus.ts';
import { useLostFocus } from '../ui/page/lost-focus.ts';
import { withDay } from '../urls.ts';

export const root = createRootRoute({ component: Shell });

/** What every page has. */
function Shell() {
  const router = useRouter();
  const { choices } = useClient();
  const team = useObservable(choices.team);
  const layout = useObservable(choices.layout);
  // the same function on every page: effects that lead somewhere else run once
  const navigate = useCallback(
    (href: string, { replace = false } = {}) => {
      const day = { team: choices.team.get(), layout: choices.layout.get() };
      void router.navigate({ href: withDay(href, day), replace });
    },
    [router, choices],
  );
  const complete = useCallback((href: string) => withDay(href, { team, layout }), [team, layout]);
  useHeadingFocus(useLocation({ select: ({ pathname }) => pathname }));
  useLostFocus();
  return (
    <LinkProvider navigate={navigate} complete={complete}>
      <ThemeSync />
      <ClientNews />
      <Outlet />
      <Toasts />
    </LinkProvider>
  );
}
