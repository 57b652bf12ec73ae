import { type ReactNode, useCallback } from 'react';
import { useClient, useObservable } from '../parts/page/client-context.tsx';
import { navigate as goTo, usePath, useScrollRestoration } from '../parts/page/navigation.ts';
import { ClientNotices } from '../parts/page/notices/client-notices.tsx';
import { useChangesWait } from '../parts/page/notices/use-changes-wait.ts';
import { ThemeSync } from '../parts/theme/theme-sync.tsx';
import { LinkProvider } from '../ui/button/link.tsx';
import { Toasts } from '../ui/message/toast.tsx';
import { useHeadingFocus } from '../ui/page/heading-focus.ts';
import { useLostFocus } from '../ui/page/lost-focus.ts';
import { withDay } from '../urls.ts';
import { PageBoundary } from './page-boundary.tsx';

/** Around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { choices } = useClient();
  const team = useObservable(choices.team);
  const layout = useObservable(choices.layout);
  // stable, so that effects that navigate run only once
  const navigate = useCallback(
    (href: string, options?: { replace?: boolean }) =>
      goTo(withDay(href, { team: choices.team.get(), layout: choices.layout.get() }), options),
    [choices],
  );
  const complete = useCallback((href: string) => withDay(href, { team, layout }), [team, layout]);
  useHeadingFocus(usePath());
  useLostFocus();
  useScrollRestoration();
  return (
    <LinkProvider navigate={navigate} complete={complete}>
      <ThemeSync />
      <PageBoundary>{children}</PageBoundary>
      <Toasts isWaiting={useChangesWait()}>
        <ClientNotices />
      </Toasts>
    </LinkProvider>
  );
}
