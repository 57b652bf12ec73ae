/** Where page addresses that cannot be decoded are sent, such as /%zz or http://[. */
export const invalidAddress = '/api/unreadable';

function isValidUrl(url: string): boolean {
  // Proxies may send absolute URLs.
  if (!url.startsWith('/') && !URL.canParse(url)) return false;
  try {
    decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Fastify answers an invalid URL before its hooks run, and so without the security headers. */
export function rewriteInvalid(url: string): string {
  if (isValidUrl(url)) return url;
  return url.startsWith('/api/') ? '/api/-' : invalidAddress;
}
