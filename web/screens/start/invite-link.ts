/** The secret in a pasted invite link, or in the secret alone; null when there is none. */
export function inviteToken(pasted: string): string | null {
  const text = pasted.trim();
  return /\/join\/([\w-]+)/.exec(text)?.[1] ?? (/^[\w-]{8,}$/.test(text) ? text : null);
}
