/** The path, query and hash of an address of this app; undefined for any other address. */
export function internalPath(address: unknown): string | undefined {
  if (typeof address !== 'string' || !address.startsWith('/')) return undefined;
  const here = 'https://inside.invalid';
  try {
    const url = new URL(address, here);
    // such as '/..//elsewhere', whose path alone would be another site
    if (url.origin !== here || url.pathname.startsWith('//')) return undefined;
    return url.pathname + url.search + url.hash;
  } catch {
    return undefined;
  }
}

export function withReturnPath(path: string, from: string | undefined): string {
  if (from === undefined || from === '/') return path;
  return `${path}${path.includes('?') ? '&' : '?'}from=${encodeURIComponent(from)}`;
}
