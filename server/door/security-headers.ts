import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Hashes of the style elements that libraries add while the page runs: the policy allows these and no others. A new version of
 * a library may have others, which the test finds.
 */
export const libraryStyles = [
  // dnd-kit, while something is dragged
  "'sha256-E7zJXfkufcgTIQG1Th6iYnoGis+rTfZd044bgiM1kr4='",
  "'sha256-P3zrZWkaCzrI/B9T0+WLFRTTY8rvTIfnbvP5TBI9Vgo='",
  "'sha256-YYLJe/bgx7gKdFc8dp3EM3/S8hpKeZs7JyhfBoZYPuk='",
  // React Aria, for presses, and on iPads while a dialog is open
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
] as const;

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

interface Options {
  /** The public address is https, so browsers must not use http there. */
  readonly requiresHttps: boolean;
  /** Origins of other sites whose pages may call the API with an access token. */
  readonly corsOrigins: readonly string[];
  /** The server's own https origins, which pages on http check with a request. */
  readonly secureOriginsFor: (host: string | undefined) => readonly string[];
}

/** Of the features that browsers offer, our pages use the wake lock, passkeys, the clipboard and full screen. */
const permissionsPolicy = `
  accelerometer autoplay browsing-topics camera display-capture encrypted-media geolocation gyroscope hid idle-detection
  local-fonts magnetometer microphone midi payment picture-in-picture serial storage-access usb window-management xr-spatial-tracking
`
  .trim()
  .split(/\s+/)
  .map((feature) => `${feature}=()`)
  .join(', ');

export async function addSecurityHeaders(
  app: FastifyInstance,
  { requiresHttps, corsOrigins, secureOriginsFor }: Options,
): Promise<void> {
  await addHelmet(app, requiresHttps, secureOriginsFor);
  // Without `credentials`, so those pages cannot use cookies.
  if (corsOrigins.length > 0) {
    const allowedHeaders = ['authorization', 'content-type'];
    await app.register(cors, { origin: [...corsOrigins], methods: METHODS, allowedHeaders, maxAge: 3_600 });
  }
  app.addHook('onRequest', async ({ isHttps }, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
    if (!isHttps) return;
    // Lets the page close the window it opened for the identity provider.
    reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
    reply.header('origin-agent-cluster', '?1');
  });
}

/** Tablets may use plain http at a LAN address, where headers that require https would lock them out. */
async function addHelmet(
  app: FastifyInstance,
  requiresHttps: boolean,
  secureOriginsFor: Options['secureOriginsFor'],
): Promise<void> {
  const secureSources = ({ headers }: IncomingMessage) =>
    secureOriginsFor(headers.host).join(' ') || "'self'";

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", ...libraryStyles],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", webSocketSource, secureSources],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
      },
    },
    // The owner of the domain may serve other things on its subdomains.
    strictTransportSecurity: requiresHttps && { includeSubDomains: false },
    // Browsers report these two as errors on plain http, so the hook adds them per request.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // Invite links are secrets, so other sites must not receive them.
    referrerPolicy: { policy: 'same-origin' },
  });
}

/** Safari before 15.4 does not include the page's own WebSocket in 'self'. */
function webSocketSource({ headers: { host = '' } }: IncomingMessage): string {
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? `ws://${host} wss://${host}` : "'self'";
}
