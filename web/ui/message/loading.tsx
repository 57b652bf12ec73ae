import './loading.css';

/** Shows after a quarter of a second, so that a quick load does not flash. */
export function Loading({ label = 'Loading...' }: { label?: string }) {
  return (
    <div className="loading" role="status">
      <span className="loading__spinner" aria-hidden="true" />
      {label}
    </div>
  );
}
