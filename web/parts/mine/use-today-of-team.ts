import { goesOn } from '../../../domain/day/presence.ts';
import type { Team } from '../../../domain/team/team.ts';
import { addDays, businessDay, type IsoDate } from '../../../domain/time/date.ts';
import { useLayoutsOn } from '../lists/document-lists.ts';
import { useClient, useObservable } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';
import { useLayoutsOfDay, type WatchedLayout } from './use-my-layouts.ts';

interface Today {
  readonly today: IsoDate;
  /** False while last night's people may turn out to be there still. */
  readonly isKnown: boolean;
}

/**
 * Today where no board says which it is: the business day, or the day before while people of its boards are there and none of
 * the new day's. A night ends when the next morning's people come.
 */
export function useTodayOfTeam(team: string, { timeZone, dayStart }: Team): Today {
  const client = useClient();
  const day = useTicking(() => businessDay(client.now(), timeZone, dayStart));
  const before = addDays(day, -1);
  const lastNight = useLayoutsOfDay(team, before);
  const ofToday = useLayoutsOfDay(team, day);
  const { error } = useLayoutsOn(team, before);
  const isOffline = useObservable(client.connection) === 'offline';
  const goOn = (boards: readonly WatchedLayout[] = []) =>
    boards.some(({ layout }) => goesOn(layout, client.now(), timeZone));
  const today = useTicking(() => (goOn(lastNight) && !goOn(ofToday) ? before : day));
  return { today, isKnown: (lastNight && ofToday) !== undefined || error !== undefined || isOffline };
}
