import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyError, FastifyInstance } from 'fastify';
import { TooBusy } from '../auth/throttle/concurrency-limit.ts';
import { sendProblem } from './endpoint.ts';
import { bearerOf } from './guard.ts';
import { isOwnOrigin } from './origin.ts';
import type { Proxies } from './proxies.ts';

/** Those of the contract. */
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** May be called by pages elsewhere, since it never looks at a cookie. */
    readonly anyOrigin?: boolean;
  }
}

interface Origins {
  readonly publicUrl: URL | null;
  readonly proxies: Proxies;
  /** Pages elsewhere that may call the API with an access token. */
  readonly corsOrigins: readonly string[];
}

/** What holds for every request: the headers of its answer, where it may come from, and how failures are told. */
export async function addSecurity(
  app: FastifyInstance,
  { publicUrl, proxies, corsOrigins }: Origins,
): Promise<void> {
  const isHttps = publicUrl?.protocol === 'https:';
  await addHeaders(app, isHttps);
  // Cookies are not allowed along with it, so those pages act by access tokens alone.
  if (corsOrigins.length > 0) {
    const allowedHeaders = ['authorization', 'content-type'];
    await app.register(cors, { origin: [...corsOrigins], methods: METHODS, allowedHeaders, maxAge: 3_600 });
  }

  app.addHook('onRequest', async (request, reply) => {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (isRead || request.routeOptions.config.anyOrigin) return;
    const { origin = '' } = request.headers;
    const isByToken = corsOrigins.includes(origin) && bearerOf(request.headers) !== null;
    if (!isByToken && !isOwnOrigin(request.raw, publicUrl, proxies)) {
      return sendProblem(reply, { code: 'origin-foreign' });
    }
  });

  app.addHook('onSend', async (_, reply) => {
    const cookies = [reply.getHeader('set-cookie') ?? []].flat();
    if (cookies.length === 0 || !isHttps) return;
    reply.removeHeader('set-cookie');
    reply.header(
      'set-cookie',
      cookies.map((cookie) => `${cookie}; Secure`),
    );
  });

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (error instanceof TooBusy) return sendProblem(reply, { code: 'too-busy' });
    if (status === 429) return sendProblem(reply, { code: 'too-many-requests' });
    if (status >= 400 && status < 500) return sendProblem(reply, { code: 'request-invalid' }, status);
    request.log.error(error);
    return sendProblem(reply, { code: error.code?.startsWith('ERR_SQLITE') ? 'storage-failed' : 'internal' });
  });
}

/** Tablets come by plain http on a LAN address, where headers that ask for https would lock them out. */
async function addHeaders(app: FastifyInstance, isHttps: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component and editor libraries add style elements of their own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", liveSource],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // What else the owner of the name serves below it is not ours to force.
    strictTransportSecurity: isHttps && { includeSubDomains: false },
    // A window that the provider's page is in stays ours to close.
    crossOriginOpenerPolicy: isHttps && { policy: 'same-origin-allow-popups' },
    originAgentCluster: isHttps,
    // An invite link is a secret, and not told to other sites.
    referrerPolicy: { policy: 'same-origin' },
  });
}

/** Safari before 15.4 does not count the page's own WebSocket as 'self'. */
function liveSource({ headers: { host = '' } }: IncomingMessage): string {
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? `ws://${host} wss://${host}` : "'self'";
}
