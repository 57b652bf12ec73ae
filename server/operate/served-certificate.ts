import type { Authority } from './authority.ts';
import type { KeyPair } from './certificates.ts';

/** What https is served with: a certificate of the own authority, or the operator's. */
export interface ServedCertificate extends KeyPair {
  /** The DNS names it is for, without those that begin with `*`. */
  readonly names: readonly string[];
  /** Null for the operator's certificate. */
  readonly authority: Authority | null;
  /** SHA-256 of the authority's certificate, or else of this one. */
  readonly fingerprint: string;
  /** Is it for this host name or address? */
  isFor(host: string): boolean;
}

/** Returns the certificate to serve now, the same object while nothing changed, or null while https is off. */
export type LoadCertificate = () => Promise<ServedCertificate | null>;
