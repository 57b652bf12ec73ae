import { useLayoutEffect } from 'react';
import { applyTheme } from '../../styles/theme.ts';
import { useMe, useTeam, useTeamId } from '../page/client-context.tsx';
import { rememberColor, rememberedColor } from './team-color.ts';

/** Applies the chosen team's color, or the default color without a team. */
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
