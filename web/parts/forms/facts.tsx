import type { ReactNode } from 'react';
import './facts.css';

export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="facts divided">
      {facts.map(({ label, value }) => (
        <div className="facts__pair" key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
