import { fromMinutes } from '../time/clock-time.ts';
import type { PersonCoverage, PositionCoverage } from './coverage.ts';

/** '11:30', '2': for places where the half of the day is clear from the rotation beside it. */
export const bareTime = (minute: number): string => fromMinutes(minute).replace(/(:00)? [AP]M$/, '');

/** 'from 11:30', 'until 2', 'from 11:30 until 2'; '' for somebody who is there from now to the end. */
export const showComings = ({ from, until }: Pick<PersonCoverage, 'from' | 'until'>): string =>
  [from !== null && `from ${bareTime(from)}`, until !== null && `until ${bareTime(until)}`]
    .filter(Boolean)
    .join(' ');

/** 'opens 1:30'; '' for a position that somebody covers to the end, and one that is open. */
export const showOpening = ({ opensAt }: Pick<PositionCoverage, 'opensAt'>): string =>
  opensAt === null ? '' : `opens ${bareTime(opensAt)}`;
