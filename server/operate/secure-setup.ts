import type { FastifyInstance } from 'fastify';
import { certificateFile, getSecureAddresses, probeSecure, profileFile } from '../../contract/secure.ts';
import { done } from '../../domain/problem/problem.ts';
import { isPrivateHost } from '../address.ts';
import { type Serve, sendProblem } from '../door/endpoint.ts';
import type { Authority } from './authority.ts';
import type { Https } from './https.ts';

/** A configuration profile that installs the authority on an iPad, iPhone or Mac. */
function appleProfile({ name, certificate }: Authority): string {
  const { fingerprint256, raw } = certificate;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadIdentifier</key><string>lineup.authority</string>
  <key>PayloadUUID</key><string>${uuidOf(fingerprint256, 0)}</string>
  <key>PayloadDisplayName</key><string>${escapeXml(name)}</string>
  <key>PayloadDescription</key><string>Lets this device open your store’s Lineup securely.</string>
  <key>PayloadOrganization</key><string>Lineup</string>
  <key>PayloadRemovalDisallowed</key><false/>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key><string>com.apple.security.root</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>lineup.authority.certificate</string>
      <key>PayloadUUID</key><string>${uuidOf(fingerprint256, 16)}</string>
      <key>PayloadDisplayName</key><string>${escapeXml(name)}</string>
      <key>PayloadCertificateFileName</key><string>lineup-ca.cer</string>
      <key>PayloadContent</key>
      <data>${raw.toString('base64')}</data>
    </dict>
  </array>
</dict>
</plist>
`;
}

/** The same certificate always has the same id, so that installing it again replaces it. */
function uuidOf(fingerprint: string, from: number): string {
  const hex = fingerprint.replaceAll(':', '').slice(from * 2, from * 2 + 32);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);

interface Dependencies {
  readonly https: Https;
  /** The origin of http that other devices can open. */
  readonly plainOrigin: string;
}

/** None of it is secret. */
export function serveSecure(app: FastifyInstance, serve: Serve, { https, plainOrigin }: Dependencies): void {
  serve(getSecureAddresses, async ({ origin }) => {
    const status = https.status();
    if (!status) return done({ origins: [], plainOrigin: '', fingerprint: '', authority: null });
    const { authority, fingerprint } = status;
    return done({
      origins: status.originsFor(hostOf(origin)),
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

  const files = [
    [certificateFile, 'application/x-x509-ca-cert', ({ cert }: Authority) => cert],
    [profileFile, 'application/x-apple-aspen-config', appleProfile],
  ] as const;
  for (const [path, type, contentOf] of files) {
    app.get(path, async (_, reply) => {
      const authority = https.status()?.authority;
      if (!authority) return sendProblem(reply, { code: 'not-found' });
      return reply.type(type).header('cache-control', 'no-store').send(contentOf(authority));
    });
  }
}

export const secureOriginsFor = (https: Https, host: string | undefined): readonly string[] =>
  https.status()?.originsFor(hostOf(`http://${host ?? ''}`)) ?? [];

/** Without the brackets of an IPv6 address. */
const hostOf = (origin: string): string => URL.parse(origin)?.hostname.replace(/^\[|\]$/g, '') ?? '';
