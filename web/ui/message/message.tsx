import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import type { ReactNode, Ref } from 'react';
import { uiWord } from '../words.ts';
import './message.css';

const icons = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  problem: IconAlertCircle,
};

type AlertProps = {
  tone?: keyof typeof icons;
  action?: ReactNode;
  id?: string;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** A message in the page. Screen readers announce problems at once and others politely. */
export function Alert({ tone = 'info', action, id, ref, children }: AlertProps) {
  const Icon = icons[tone];
  return (
    <div
      id={id}
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={`alert alert--${tone}`}
      role={tone === 'problem' ? 'alert' : 'status'}
    >
      <Icon aria-hidden="true" />
      <div className="alert__text">{children}</div>
      {action}
    </div>
  );
}

type BadgeProps = {
  tone?: 'neutral' | 'brand' | 'done' | 'open';
  icon?: ReactNode;
  children: ReactNode;
};

/** A short label. The text must say what the color says. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={`badge badge--${tone}`}>
      {icon && <span aria-hidden="true">{icon}</span>}
      {children}
    </span>
  );
}

type EmptyStateProps = { title: string; icon?: ReactNode; actions?: ReactNode; children?: ReactNode };

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
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}

/** Stands for a page that is loading, with its landmark and a heading. */
export function LoadingPage() {
  return (
    <main>
      <h1 className="visually-hidden" data-loading>
        {uiWord('loading')}
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
export function Loading({ label = uiWord('loading-now') }: { label?: string }) {
  return (
    <div className="loading" role="status">
      <span className="loading__spinner" aria-hidden="true" />
      {label}
    </div>
  );
}
