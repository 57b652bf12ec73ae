import { useLayoutEffect } from 'react';
import { applyTheme } from '../../styles/theme.ts';
import { useMe, useTeam, useTeamId } from '../page/client-context.tsx';

const key = 'teamColor';

/** The last known color of that team on this device, else that of the team shown last. */
function rememberedColor(team: string | null): string | undefined {
  try {
    const [ofTeam, color] = localStorage.getItem(key)?.split(' ') ?? [];
    return team === null || team === ofTeam ? color : undefined;
  } catch {
    return undefined;
  }
}

function rememberColor(team: string | null, color: string | undefined): void {
  try {
    if (team === null || color === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, `${team} ${color}`);
  } catch {
    // Without storage the default color is shown first.
  }
}

export function ThemeSync() {
  const me = useMe();
  const id = useTeamId();
  const team = useTeam();
  const isComing = me === null || (id !== null && team.state === 'loading');
  const primaryColor = team.state === 'ready' ? (team.body.primaryColor ?? undefined) : undefined;

  const comingColor = me?.teams.find((each) => each.id === id)?.color;

  // before the paint that shows the team's name
  useLayoutEffect(() => {
    if (!isComing) rememberColor(id, primaryColor);
    applyTheme({ primaryColor: isComing ? (comingColor ?? rememberedColor(id)) : primaryColor });
  }, [isComing, id, primaryColor, comingColor]);
  return null;
}
