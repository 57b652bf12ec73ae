/** The path, query and hash of an address of this app; undefined for any other address. */
export function internalPath(address: unknown): string | undefined {
  if (typeof address !== 'string' || !address.startsWith('/')) return undefined;
  const here = 'https://inside.invalid';
  try {
    const url = new URL(address, here);
    return url.origin === here ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}

/** Adds the page to return to. */
export function withReturnPath(path: string, from: string | undefined): string {
  if (from === undefined || from === '/') return path;
  return `${path}${path.includes('?') ? '&' : '?'}from=${encodeURIComponent(from)}`;
}
