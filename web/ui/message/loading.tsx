import '../page/visually-hidden.css';
import './loading.css';

/** Stands for a page that is loading, with its landmark and a heading. */
export function LoadingPage() {
  return (
    <main>
      <h1 className="visually-hidden" data-loading>
        Loading
      </h1>
      <Loading />
    </main>
  );
}

/** For a page whose heading is in the frame around it. */
export function LoadingMain() {
  return (
    <main>
      <Loading />
    </main>
  );
}

/** Shows after a quarter of a second, so that a quick load does not flash. */
export function Loading({ label = 'Loading...' }: { label?: string }) {
  return (
    <div className="loading" role="status">
      <span className="loading__spinner" aria-hidden="true" />
      {label}
    </div>
  );
}
