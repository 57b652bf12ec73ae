import { createRootRoute, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { ClientNews } from '../parts/client-news.tsx';
import { ThemeSync } from '../parts/theme-sync.tsx';
import { useHeadingFocus } from '../ui/heading-focus.ts';
import { LinkProvider } from '../ui/link.tsx';
import { Toasts } from '../ui/toast.tsx';

export const root = createRootRoute({ component: Shell });

/** What every page has. */
function Shell() {
  const router = useRouter();
  useHeadingFocus(useLocation({ select: ({ pathname }) => pathname }));
  return (
    <LinkProvider navigate={(href) => void router.navigate({ href })}>
      <ThemeSync />
      <ClientNews />
      <Outlet />
      <Toasts />
    </LinkProvider>
  );
}
