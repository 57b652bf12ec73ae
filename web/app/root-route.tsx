import { createRootRoute, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ClientNews } from '../parts/client-news.tsx';
import { ThemeSync } from '../parts/theme-sync.tsx';
import { useHeadingFocus } from '../ui/heading-focus.ts';
import { LinkProvider } from '../ui/link.tsx';
import { useLostFocus } from '../ui/lost-focus.ts';
import { Toasts } from '../ui/toast.tsx';

export const root = createRootRoute({ component: Shell });

/** What every page has. */
function Shell() {
  const router = useRouter();
  // the same function on every page: effects that lead somewhere else run once
  const navigate = useCallback(
    (href: string, { replace = false } = {}) => void router.navigate({ href, replace }),
    [router],
  );
  useHeadingFocus(useLocation({ select: ({ pathname }) => pathname }));
  useLostFocus();
  return (
    <LinkProvider navigate={navigate}>
      <ThemeSync />
      <ClientNews />
      <Outlet />
      <Toasts />
    </LinkProvider>
  );
}
