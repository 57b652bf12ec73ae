import type { ReactNode } from 'react';
import './badge.css';

type BadgeProps = {
  tone?: 'neutral' | 'brand' | 'running' | 'ending' | 'done' | 'open';
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
