import { useLayoutEffect } from 'react';
import { keepOnDevice, keptOnDevice } from '../../../client/device/browser.ts';
import { applyTheme } from '../../styles/theme.ts';
import { useMe, useMembership, useTeam, useTeamId } from '../page/client-context.tsx';

const key = 'teamColor';

/** The last known color of that team on this device, else of the one shown last: the page would open in another and flash. */
function rememberedColor(team: string | null): string | undefined {
  const [ofTeam, color] = keptOnDevice(key)?.split(' ') ?? [];
  return team === null || team === ofTeam ? color : undefined;
}

export function ThemeSync() {
  const me = useMe();
  const id = useTeamId();
  const team = useTeam();
  const isComing = me === null || (id !== null && team.state === 'loading');
  const primaryColor = team.state === 'ready' ? (team.body.primaryColor ?? undefined) : undefined;

  const comingColor = useMembership()?.color;

  // before the paint that shows the team's name
  useLayoutEffect(() => {
    if (!isComing) keepOnDevice(key, id && primaryColor ? `${id} ${primaryColor}` : null);
    applyTheme({ primaryColor: isComing ? (comingColor ?? rememberedColor(id)) : primaryColor });
  }, [isComing, id, primaryColor, comingColor]);
  return null;
}
