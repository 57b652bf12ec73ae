import type { Layout } from '../../../domain/day/layout.ts';
import { todayWith } from '../../../domain/day/today.ts';
import { type IsoDate, minutesInto } from '../../../domain/time/date.ts';
import { useClient, useTeam } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';

/** Today for who looks at a board, or at none; undefined until the team is loaded. */
export function useToday(board?: Layout): IsoDate | undefined {
  const client = useClient();
  const team = useTeam();
  return (
    useTicking(() => (team.state === 'ready' ? todayWith(board, client.now(), team.body) : '')) || undefined
  );
}

/** The minute of a day, in a zone, by the server's clock. */
export function useMinuteOf(date: IsoDate, timeZone: string): number {
  const client = useClient();
  return useTicking(() => minutesInto(date, client.now(), timeZone));
}
