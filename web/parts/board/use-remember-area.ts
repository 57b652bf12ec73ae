import { useEffect } from 'react';
import { useClient, useTeamId } from '../page/client-context.tsx';

/** Where today has several areas, the one looked at last opens first. */
export function useRememberArea(area: string): void {
  const { choices } = useClient();
  const team = useTeamId();
  useEffect(() => {
    if (team !== null) choices.rememberArea(team, area);
  }, [choices, team, area]);
}
