import type { ReactNode } from 'react';
import './empty-state.css';

type EmptyStateProps = { title: string; icon?: ReactNode; actions?: ReactNode; children?: ReactNode };

/** Shown instead of empty content, with what to do next. */
export function EmptyState({ title, icon, actions, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {icon && (
        <span className="empty-state__icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <p className="empty-state__title">{title}</p>
      {children && <div className="empty-state__text">{children}</div>}
      {actions && <div className="empty-state__actions">{actions}</div>}
    </div>
  );
}
