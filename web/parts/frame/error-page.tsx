import { useEffect } from 'react';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import { useClient, useObservable } from '../page/client-context.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

const reloadedKey = 'reloadedAt';
/** In milliseconds. A page that fails again is not reloaded automatically sooner than this. */
const reloadsApart = 30_000;

/**
 * A browser never asks again for a script that it once failed to fetch, such as while the server was being restarted.
 * So the page reloads as soon as the server answers.
 */
function useReloadOnce(isOutOfReach: boolean): void {
  const connection = useObservable(useClient().connection);
  useEffect(() => {
    if (!isOutOfReach || connection !== 'online') return;
    const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
    if (Math.abs(Date.now() - last) < reloadsApart) return;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    window.location.reload();
  }, [isOutOfReach, connection]);
}

/** Shown for a page that threw, or whose script failed to load. */
export function ErrorPage({ error }: { error: unknown }) {
  const isOutOfReach = error instanceof TypeError && /import|module|fetch/i.test(error.message);
  useReloadOnce(isOutOfReach);
  return (
    <SignInFrame>
      <Page title="Something went wrong" width="narrow">
        <EmptyState
          title={isOutOfReach ? 'This page didn’t load' : 'This page ran into a problem'}
          actions={
            <>
              <Button variant="primary" onPress={() => window.location.reload()}>
                Reload
              </Button>
              <ButtonLink href={urls.day}>Day View</ButtonLink>
            </>
          }
        >
          {isOutOfReach
            ? 'Can’t reach Lineup. Check your connection, then reload.'
            : 'Your saved work is safe. If reloading doesn’t help, contact your Lineup administrator.'}
        </EmptyState>
      </Page>
    </SignInFrame>
  );
}
