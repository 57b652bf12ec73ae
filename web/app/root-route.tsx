import { createRootRoute, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useClient, useReadable } from '../parts/client-context.tsx';
import { ClientNews } from '../parts/client-news.tsx';
import { ThemeSync } from '../parts/theme-sync.tsx';
import { useHeadingFocus } from '../ui/heading-focus.ts';
import { LinkProvider } from '../ui/link.tsx';
import { useLostFocus } from '../ui/lost-focus.ts';
import { Toasts } from '../ui/toast.tsx';
import { withDay } from '../urls.ts';

export const root = createRootRoute({ component: Shell });

/** What every page has. */
function Shell() {
  const router = useRouter();
  const { choices } = useClient();
  const team = useReadable(choices.team);
  const layout = useReadable(choices.layout);
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
