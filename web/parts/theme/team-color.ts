const key = 'teamColor';

/** The last known color of that team on this device, else that of the team shown last. */
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
    // Without storage the default color is shown first.
  }
}
