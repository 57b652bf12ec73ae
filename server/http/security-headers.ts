import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** The methods of the contract. */
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

interface Options {
  readonly isHttps: boolean;
  /** Origins of other sites whose pages may call the API with an access token. */
  readonly corsOrigins: readonly string[];
}

export async function addSecurityHeaders(
  app: FastifyInstance,
  { isHttps, corsOrigins }: Options,
): Promise<void> {
  await addHelmet(app, isHttps);
  // Without `credentials`, so those pages cannot use cookies.
  if (corsOrigins.length > 0) {
    const allowedHeaders = ['authorization', 'content-type'];
    await app.register(cors, { origin: [...corsOrigins], methods: METHODS, allowedHeaders, maxAge: 3_600 });
  }
  if (!isHttps) return;
  app.addHook('onSend', async (_, reply) => {
    const cookies = [reply.getHeader('set-cookie') ?? []].flat();
    if (cookies.length === 0) return;
    reply.removeHeader('set-cookie');
    reply.header(
      'set-cookie',
      cookies.map((cookie) => `${cookie}; Secure`),
    );
  });
}

/** Tablets may use plain http at a LAN address, where headers that require https would lock them out. */
async function addHelmet(app: FastifyInstance, isHttps: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component and editor libraries add style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", webSocketSource],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // The owner of the domain may serve other things on its subdomains.
    strictTransportSecurity: isHttps && { includeSubDomains: false },
    // Lets the page close the window it opened for the identity provider.
    crossOriginOpenerPolicy: isHttps && { policy: 'same-origin-allow-popups' },
    originAgentCluster: isHttps,
    // Invite links are secrets, so other sites must not receive them.
    referrerPolicy: { policy: 'same-origin' },
  });
}

/** Safari before 15.4 does not include the page's own WebSocket in 'self'. */
function webSocketSource({ headers: { host = '' } }: IncomingMessage): string {
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? `ws://${host} wss://${host}` : "'self'";
}
