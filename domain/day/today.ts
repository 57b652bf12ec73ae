import type { Team } from '../team/team.ts';
import { addDays, businessDay, type IsoDate } from '../time/date.ts';
import type { Layout } from './layout.ts';
import { goesOn } from './who-is-there.ts';

type Zone = Pick<Team, 'timeZone' | 'dayStart'>;

/** The team's business day, or the day before as long as people of its board, which is looked at, are there. */
export function todayWith(board: Layout | undefined, now: number, { timeZone, dayStart }: Zone): IsoDate {
  const today = businessDay(now, timeZone, dayStart);
  return board?.date === addDays(today, -1) && goesOn(board, now, timeZone) ? board.date : today;
}
