import type { ReactNode } from 'react';
import './row.css';

type RowProps = { label: string; state?: ReactNode; as?: 'div' | 'li'; children?: ReactNode };

/** A line of a card: what it is about, how that is, and what can be done. */
export function Row({ label, state, as: Element = 'div', children }: RowProps) {
  return (
    <Element className="actions row">
      <div className="row__text">
        <p className="row__label">{label}</p>
        {state && <p className="hint">{state}</p>}
      </div>
      {children}
    </Element>
  );
}
