import type { IncomingHttpHeaders } from 'node:http';

/**
 * Does the request come from a page of ours, or from no page at all, such as a script? A page elsewhere can make the
 * browser send our cookies, but cannot hide where it is from.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicUrl: URL | null): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return !['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));
  return (
    origin === publicUrl?.origin || (host !== undefined && URL.parse(origin)?.host === host.toLowerCase())
  );
}
