import type { FastifyInstance } from 'fastify';
import { certificateFile, getSecureAddresses, probeSecure, profileFile } from '../../contract/secure.ts';
import { done } from '../../domain/problem/problem.ts';
import { type Serve, sendProblem } from '../door/endpoint.ts';
import { appleProfile } from './apple-profile.ts';
import type { Https } from './https.ts';
import { isPrivateHost } from './machine-addresses.ts';

interface Dependencies {
  readonly https: Https;
  /** The origin of http that other devices can open. */
  readonly plainOrigin: string;
}

/** What a new device needs to use https here. None of it is secret. */
export function serveSecure(app: FastifyInstance, serve: Serve, { https, plainOrigin }: Dependencies): void {
  serve(getSecureAddresses, async ({ origin }) => {
    const status = https.status();
    if (!status) return done({ origins: [], plainOrigin: '', fingerprint: '', authority: null });
    const { authority, fingerprint } = status;
    return done({
      origins: [...status.originsFor(hostOf(origin))],
      plainOrigin,
      fingerprint,
      authority: authority && { name: authority.name, thumbprint: authority.certificate.fingerprint },
    });
  });

  serve(probeSecure, async () => done({ fingerprint: https.status()?.fingerprint ?? '' }));
  // Only pages on the store's network may see the answer, so that no other site learns where its visitor works.
  app.addHook('onRequest', async ({ routeOptions, headers, ownOrigin }, reply) => {
    if (routeOptions.url !== probeSecure.path) return;
    reply.header('vary', 'origin');
    const origin = URL.parse(headers.origin ?? '');
    if (origin && (isPrivateHost(hostOf(origin.origin)) || hostOf(origin.origin) === hostOf(ownOrigin))) {
      reply.header('access-control-allow-origin', origin.origin);
    }
  });

  app.get(certificateFile, async (_, reply) => {
    const authority = https.status()?.authority;
    if (!authority) return sendProblem(reply, { code: 'not-found' });
    return reply.type('application/x-x509-ca-cert').header('cache-control', 'no-store').send(authority.cert);
  });
  app.get(profileFile, async (_, reply) => {
    const authority = https.status()?.authority;
    if (!authority) return sendProblem(reply, { code: 'not-found' });
    const type = 'application/x-apple-aspen-config';
    return reply.type(type).header('cache-control', 'no-store').send(appleProfile(authority));
  });
}

/** The server's https origins for a browser that sent this Host header. */
export const secureOriginsFor = (https: Https, host: string | undefined): readonly string[] =>
  https.status()?.originsFor(hostOf(`http://${host ?? ''}`)) ?? [];

/** Without the brackets of an IPv6 address. */
const hostOf = (origin: string): string => URL.parse(origin)?.hostname.replace(/^\[|\]$/g, '') ?? '';
