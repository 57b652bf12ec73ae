import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { SignInFrame } from '../parts/frame/frame.tsx';
import { useClient, useObservable } from '../parts/page/client-context.tsx';
import { usePath } from '../parts/page/navigation.ts';
import { Button, ButtonLink } from '../ui/button/button.tsx';
import { EmptyState, LoadingPage } from '../ui/message/message.tsx';
import { Page } from '../ui/page/page.tsx';
import { urls } from '../urls.ts';

const reloadedKey = 'reloadedAt';
/** In milliseconds. A page that fails each time would reload without end, and nobody could read why. */
const reloadsApart = 30_000;

/** A browser never asks again for a script that it once failed to fetch, so the page reloads as soon as the server answers. */
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

function ErrorPage({ error }: { error: unknown }) {
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

export function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary path={usePath()}>
      <Suspense fallback={<LoadingPage />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

type BoundaryProps = { path: string; children: ReactNode };
type BoundaryState = { path: string; failure: { error: unknown } | null };

class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { path: this.props.path, failure: null };

  static getDerivedStateFromProps({ path }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return path === state.path ? null : { path, failure: null };
  }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    return failure ? <ErrorPage error={failure.error} /> : this.props.children;
  }
}
