import type { ReactNode } from 'react';
import './setting-row.css';
import { showDate, showMoment, wallClock } from '../../../domain/time/date.ts';
import { browserTimeZone } from '../../parts/forms/time-zones.ts';

type SettingRowProps = {
  label: string;
  state?: ReactNode;
  action?: ReactNode;
};

export function SettingRow({ label, state, action }: SettingRowProps) {
  return (
    <div className="actions setting">
      <div className="setting__text">
        <p className="setting__label">{label}</p>
        {state && <p className="hint">{state}</p>}
      </div>
      {action}
    </div>
  );
}

/** Formats instants in the device's time zone, because an account isn't tied to a team's time zone. */
export function useDeviceTime() {
  const zone = browserTimeZone();
  return {
    day: (instant: number) => showDate(wallClock(instant, zone).date),
    moment: (instant: number) => showMoment(instant, zone),
  };
}
