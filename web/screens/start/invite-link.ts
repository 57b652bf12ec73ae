/** The token of a pasted invite link, or a pasted token; null if there is none. */
export function inviteToken(pasted: string): string | null {
  const text = pasted.trim();
  return /\/join\/([\w-]+)/.exec(text)?.[1] ?? (/^[\w-]{8,}$/.test(text) ? text : null);
}
