/** Better Auth's cookies that are looked up by name. */
export const betterAuthCookies = {
  session: 'lineup.session_token',
  /** Between the password and the second factor. */
  pending: 'lineup.two_factor',
  trustedDevice: 'lineup.trust_device',
} as const;

/** `browser` is the User-Agent header, shortened to what identifies the browser. */
export function betterAuthHeaders(request: { cookie?: string; browser?: string; origin?: string }): Headers {
  const headers = new Headers();
  if (request.cookie) headers.set('cookie', request.cookie);
  if (request.browser) headers.set('user-agent', request.browser.slice(0, 400));
  if (request.origin) headers.set('origin', request.origin);
  return headers;
}

/** The cookie with this name, from a `Cookie` header or `Set-Cookie` lines; '' if there is none. */
export const pickCookie = (lines: string | readonly string[] | undefined, name: string): string =>
  (typeof lines === 'string' ? lines.split(';') : (lines ?? []))
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`)) ?? '';
