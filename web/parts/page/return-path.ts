/** The path, query and hash of an address inside the product; undefined for anything that leads elsewhere. */
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

/** An address that remembers where the person came from. */
export function withReturnPath(path: string, from: string | undefined): string {
  if (from === undefined || from === '/') return path;
  return `${path}${path.includes('?') ? '&' : '?'}from=${encodeURIComponent(from)}`;
}
