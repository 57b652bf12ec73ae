const key = 'teamColor';

/** The color that team last had on this device; of the team last shown where none is known yet. */
export function rememberedColor(team: string | null): string | undefined {
  try {
    const [ofTeam, color] = localStorage.getItem(key)?.split(' ') ?? [];
    return team === null || team === ofTeam ? color : undefined;
  } catch {
    return undefined;
  }
}

export function rememberColor(team: string | null, color: string | undefined): void {
  try {
    if (team === null || color === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, `${team} ${color}`);
  } catch {
    // A browser that keeps nothing shows the default color first.
  }
}
