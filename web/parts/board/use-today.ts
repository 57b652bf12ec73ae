import { businessDay, type IsoDate, minutesInto } from '../../../domain/time/date.ts';
import { useClient, useTeam } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';

/** The team's business day; undefined until the team is loaded. */
export function useToday(): IsoDate | undefined {
  const client = useClient();
  const team = useTeam();
  return (
    useTicking(() =>
      team.state === 'ready' ? businessDay(client.now(), team.body.timeZone, team.body.dayStart) : '',
    ) || undefined
  );
}

/** The minute of a day, in a zone, by the server's clock. */
export function useMinuteOf(date: IsoDate, timeZone: string): number {
  const client = useClient();
  return useTicking(() => minutesInto(date, client.now(), timeZone));
}
