import type { ReactNode } from 'react';
import './setting-row.css';

type SettingRowProps = {
  label: string;
  /** Current value or status. */
  state?: ReactNode;
  action?: ReactNode;
};

/** A setting in a card, with its current state and a button to change it. */
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
