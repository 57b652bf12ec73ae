import { useCallback } from 'react';
import { nextDayOf } from '../../../client/calls/mine.ts';
import type { Client } from '../../../client/client.ts';
import { type IsoDate, nameDay } from '../../../domain/time/date.ts';
import { useQuery } from '../../parts/lists/use-query.ts';
import { EmptyState } from '../../ui/message/empty-state.tsx';

/** Somebody who doesn't work today, and when they do next. */
export function DayOff({ team, today }: { team: string; today: IsoDate }) {
  const read = useCallback((client: Client) => nextDayOf(client, team), [team]);
  const day = useQuery(read).value?.day;
  return (
    <EmptyState title="You are not on today’s schedule.">
      {day
        ? `Your next day: ${nameDay(day.date, today)}, ${day.startTime} – ${day.endTime}, ${day.area}.`
        : 'Enjoy your day.'}
    </EmptyState>
  );
}
