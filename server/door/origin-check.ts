import type { FastifyInstance } from 'fastify';
import type { ForeignRequests } from '../security-log/foreign-requests.ts';
import { sendProblem } from './endpoint.ts';
import { bearerOf } from './guard.ts';
import type { Proxies, Sender } from './proxies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of any site may call it, because it ignores cookies. */
    readonly anyOrigin?: boolean;
  }
}

interface Options {
  readonly publicUrl: URL | null;
  readonly proxies: Proxies;
  /** Origins of other sites whose pages may call the API with an access token. */
  readonly corsOrigins: readonly string[];
  readonly foreign: ForeignRequests;
}

/** Refuses writes from pages of other sites. */
export function addOriginCheck(
  app: FastifyInstance,
  { publicUrl, proxies, corsOrigins, foreign }: Options,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (isRead || request.routeOptions.config.anyOrigin) return;
    const { origin = '' } = request.headers;
    const isByToken = corsOrigins.includes(origin) && bearerOf(request.headers) !== null;
    if (!isByToken && !isOwnOrigin(request.raw, publicUrl, proxies)) {
      foreign.fromOrigin(request.raw);
      return sendProblem(reply, { code: 'origin-foreign' });
    }
  });
}

/**
 * Is the request from a page of ours, or from no page, such as a script? A page of another site can make the browser send our
 * cookies, but cannot forge its origin. The scheme counts too: someone who can change a plain http page must not act at the
 * https address.
 */
export function isOwnOrigin(sender: Sender, publicUrl: URL | null, proxies: Proxies): boolean {
  const { origin, 'sec-fetch-site': site } = sender.headers;
  if (origin === undefined) return !['cross-site', 'same-site'].includes(String(site));
  return origin === publicUrl?.origin || origin === proxies.originOf(sender);
}
