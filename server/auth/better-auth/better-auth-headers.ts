/** The cookies of the library that are looked for by name. */
export const betterAuthCookies = {
  session: 'lineup.session_token',
  /** Between the password and the second factor. */
  pending: 'lineup.two_factor',
  trustedDevice: 'lineup.trust_device',
} as const;

/** What a request tells the library. Of `browser`, as much as tells what it is. */
export function betterAuthHeaders(told: { cookie?: string; browser?: string; origin?: string }): Headers {
  const headers = new Headers();
  if (told.cookie) headers.set('cookie', told.cookie);
  if (told.browser) headers.set('user-agent', told.browser.slice(0, 400));
  if (told.origin) headers.set('origin', told.origin);
  return headers;
}

/** Of a `Cookie` header, or of `Set-Cookie` lines, the one with this name; '' when it is not there. */
export const pickCookie = (lines: string | readonly string[] | undefined, name: string): string =>
  (typeof lines === 'string' ? lines.split(';') : (lines ?? []))
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`)) ?? '';
