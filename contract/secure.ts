import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const secureAddresses = z.strictObject({
  /** Origins of our pages over https, the best first; empty while https is off. */
  origins: z.array(z.string()),
  /** The origin that other devices can open over http; '' while https is off. */
  plainOrigin: z.string(),
  /** SHA-256 of the authority's certificate, or else of the server's, in hex with colons; '' while https is off. */
  fingerprint: z.string(),
  /** The authority that devices must trust. Null if they trust the certificate without any setup. */
  authority: z.nullable(
    z.strictObject({
      name: z.string(),
      /** SHA-1, which Windows shows. */
      thumbprint: z.string(),
    }),
  ),
});
export type SecureAddresses = z.infer<typeof secureAddresses>;

export const getSecureAddresses = endpoint('GET /api/secure', 'anyone', {
  summary: 'Where https is served, and what devices must trust for it',
  response: secureAddresses,
});

/** Our pages on http call it at the https origins: it can be reached once the device trusts the certificate. */
export const probeSecure = endpoint('GET /api/secure/probe', 'anyone', {
  summary: 'Whether https works for the caller',
  /** As in `secureAddresses`: another server on the network may have the same name. */
  response: z.strictObject({ fingerprint: z.string() }),
});

export const certificateFile = '/lineup-ca.crt';
export const profileFile = '/lineup-ca.mobileconfig';
