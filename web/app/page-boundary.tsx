import { Component, type ReactNode, Suspense } from 'react';
import { ErrorPage } from '../parts/frame/error-page.tsx';
import { usePath } from '../parts/page/navigation.ts';
import { LoadingPage } from '../ui/message/loading.tsx';

/** Shows that a page is loading, or that it failed, until the person goes to another one. */
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
