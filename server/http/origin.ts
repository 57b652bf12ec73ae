import type { Proxies, Sender } from './proxies.ts';

/**
 * Does the request come from a page of ours, or from no page at all, such as a script? A page elsewhere can make the
 * browser send our cookies, but cannot hide where it is from. The scheme counts: whoever can change what a plain http page
 * says must not act at the https address.
 */
export function isOwnOrigin(sender: Sender, publicUrl: URL | null, proxies: Proxies): boolean {
  const { origin, 'sec-fetch-site': site } = sender.headers;
  if (origin === undefined) return !['cross-site', 'same-site'].includes(String(site));
  return origin === publicUrl?.origin || origin === proxies.originOf(sender);
}
