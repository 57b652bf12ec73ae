/** Where page addresses that cannot be decoded are sent, such as /%zz or http://[. */
export const invalidAddress = '/api/unreadable';

/** In characters: longer than any id, or token of a link. */
export const longestParameter = 200;

function isValidUrl(url: string): boolean {
  // Proxies may send absolute URLs.
  if (!url.startsWith('/') && !URL.canParse(url)) return false;
  try {
    decodeURIComponent(pathOf(url));
    return true;
  } catch {
    return false;
  }
}

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

/** Fastify answers an invalid URL, or one with a long parameter, before its hooks run, and so without the security headers. */
export function rewriteInvalid(url: string): string {
  const isOfApi = url.startsWith('/api/');
  if (!isValidUrl(url)) return isOfApi ? '/api/-' : invalidAddress;
  const parts = isOfApi ? decodeURI(pathOf(url)).split('/') : [];
  return parts.some((part) => part.length > longestParameter) ? '/api/-' : url;
}
