import type { ReactNode } from 'react';
import './setting-row.css';

type SettingRowProps = { label: string /** How it stands. */; state?: ReactNode; action?: ReactNode };

/** A line of a card: what it is, how it stands, and the way to change it. */
export function SettingRow({ label, state, action }: SettingRowProps) {
  return (
    <div className="setting">
      <div className="setting__text">
        <p className="setting__label">{label}</p>
        {state && <p className="setting__state">{state}</p>}
      </div>
      {action}
    </div>
  );
}
