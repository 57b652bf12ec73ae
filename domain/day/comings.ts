import { fromMinutes } from '../time/clock-time.ts';
import type { PersonCoverage } from './coverage.ts';

/** '11:30', '2:00': for places where the half of the day is clear from the rotation beside it. */
export const bareTime = (minute: number): string => fromMinutes(minute).slice(0, -3);

/** 'from 11:30', 'until 2:00', 'from 11:30 until 2:00'; '' for somebody who is there from now to the end. */
export const showComings = ({ from, until }: Pick<PersonCoverage, 'from' | 'until'>): string =>
  [from !== null && `from ${bareTime(from)}`, until !== null && `until ${bareTime(until)}`]
    .filter(Boolean)
    .join(' ');
