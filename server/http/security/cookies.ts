import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { betterAuthCookies } from '../../auth/better-auth/better-auth-headers.ts';

/**
 * On https our cookies have names that begin with `__Host-`, which browsers accept only from https pages of exactly this host.
 * Cookies don't tell apart schemes and ports: without the prefix, a plain http page of the same name, or another host of the
 * domain, could set one for us. The rest of the server knows the names without the prefix.
 */
const prefix = '__Host-';
const ours = 'lineup.';
const { session } = betterAuthCookies;

/** How long a renewed cookie is kept, in seconds. Using the session prolongs it. */
const RENEWED_LIFE = 30 * 86_400;

declare module 'fastify' {
  interface FastifyRequest {
    /** Cookies of an earlier version that this request may still use; they get their new names. */
    oldCookies: readonly string[];
  }
}

export interface CookieOptions {
  readonly isHttps: (request: IncomingMessage) => boolean;
  /**
   * Whether a `Cookie` header has a session from before cookies had the prefix. Null where such a session may have begun on
   * plain http, and so isn't good for https.
   */
  readonly isOldSession: ((cookie: string) => Promise<boolean>) | null;
}

export interface OwnCookies {
  /** Our cookies by their names without the prefix. */
  readonly header: string | undefined;
  readonly old: readonly string[];
}

/** Reads our cookies from a request. On https, those without the prefix don't count, except of an old session. */
export async function readCookies(
  request: IncomingMessage,
  { isHttps, isOldSession }: CookieOptions,
): Promise<OwnCookies> {
  const { cookie } = request.headers;
  if (!cookie || !isHttps(request)) return { header: cookie, old: [] };
  const all = cookie.split(';').map((each) => each.trim());
  const secure = all
    .filter((each) => each.startsWith(prefix + ours))
    .map((each) => each.slice(prefix.length));
  const header = secure.length > 0 ? secure.join('; ') : undefined;
  const old = all.filter((each) => each.startsWith(ours));
  const hasSession = (cookies: readonly string[]) => cookies.some((each) => each.startsWith(`${session}=`));
  if (hasSession(secure) || !hasSession(old) || !(await isOldSession?.(old.join('; ')))) {
    return { header, old: [] };
  }
  return { header: old.join('; '), old };
}

/** Translates the names of cookies for every route. */
export function addCookieNames(app: FastifyInstance, options: CookieOptions): void {
  app.decorateRequest('oldCookies');
  app.addHook('onRequest', async (request, reply) => {
    const { header, old } = await readCookies(request.raw, options);
    request.oldCookies = old;
    if (header === undefined) delete request.raw.headers.cookie;
    else request.raw.headers.cookie = header;
    for (const each of old) {
      reply.header('set-cookie', `${each}; Max-Age=${RENEWED_LIFE}; Path=/; HttpOnly; SameSite=Lax`);
    }
  });
  app.addHook('onSend', async ({ raw, oldCookies }, reply) => {
    if (!options.isHttps(raw)) return;
    const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
    if (cookies.length === 0) return;
    reply.removeHeader('set-cookie');
    const names = oldCookies.map((each) => each.split('=', 1)[0]);
    reply.header('set-cookie', [
      ...cookies.map((cookie) => `${cookie.startsWith(ours) ? prefix : ''}${cookie}; Secure`),
      ...names.map((name) => `${name}=; Max-Age=0; Path=/; Secure`),
    ]);
  });
}
