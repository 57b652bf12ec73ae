import { useLayoutEffect } from 'react';
import { applyTheme } from '../styles/theme.ts';
import { useTeam } from './client-context.tsx';

/** Dresses the page in the chosen team's colour, and in the default one without a team. */
export function ThemeSync() {
  const team = useTeam();
  const primaryColor = team.state === 'ready' ? (team.body.primaryColor ?? undefined) : undefined;
  // before the paint that shows the team's name
  useLayoutEffect(() => applyTheme({ primaryColor }), [primaryColor]);
  return null;
}
