import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * On https our cookies have names that begin with `__Host-`, which browsers accept only from https pages of exactly this host.
 * Cookies don't tell apart schemes and ports: without the prefix, a plain http page of the same name, or another host of the
 * domain, could set one for us. The rest of the server knows the names without the prefix.
 */
const prefix = '__Host-';
const ours = 'lineup.';

/** A `Set-Cookie` line; `life` is in milliseconds. `Secure` is added where people use https. */
export const cookieLine = (name: string, value: string, life: number): string =>
  `${name}=${value}; Max-Age=${life / 1_000}; Path=/; HttpOnly; SameSite=Lax`;

/** The values of the cookies of this name in a `Cookie` header. */
export const cookieValues = (header: string | undefined, name: string): readonly string[] =>
  (header ?? '')
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(`${name}=`))
    .map((each) => each.slice(name.length + 1));

export type IsHttps = (request: IncomingMessage) => boolean;

/** Our cookies of a request by their names without the prefix. On https, those without it don't count. */
export function readCookies(request: IncomingMessage, isHttps: IsHttps): string | undefined {
  const { cookie } = request.headers;
  if (!cookie || !isHttps(request)) return cookie;
  const secure = cookie
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(prefix + ours))
    .map((each) => each.slice(prefix.length));
  return secure.length > 0 ? secure.join('; ') : undefined;
}

export function addCookieNames(app: FastifyInstance, isHttps: IsHttps): void {
  app.addHook('onRequest', async ({ raw }) => {
    const cookies = readCookies(raw, isHttps);
    if (cookies === undefined) delete raw.headers.cookie;
    else raw.headers.cookie = cookies;
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!isHttps(raw)) return;
    const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
    if (cookies.length === 0) return;
    reply.removeHeader('set-cookie');
    reply.header(
      'set-cookie',
      cookies.map((cookie) => `${cookie.startsWith(ours) ? prefix : ''}${cookie}; Secure`),
    );
  });
}
