import { stat } from 'node:fs/promises';
import { type Authority, authorityFile, isOn, loadAuthority } from './authority.ts';
import { certifiedHosts, LOCAL_NAME, type NetworkInterfaces } from './machine-addresses.ts';
import type { LoadCertificate, ServedCertificate } from './served-certificate.ts';

const DAY = 86_400_000;
/** How long before its end a certificate is renewed. */
const RENEW_BEFORE = 30 * DAY;
/** The operator has to install a new authority on every device before the old one ends. */
const WARN_BEFORE = 90 * DAY;

interface Dependencies {
  readonly dataDir: string;
  readonly interfaces: NetworkInterfaces;
  readonly now: () => number;
  readonly log: { warn(message: string): void };
}

interface Issued {
  readonly certificate: ServedCertificate;
  readonly authorityVersion: number;
  readonly hosts: string;
  readonly validFrom: number;
  readonly renewAt: number;
}

/**
 * Certificates of the own authority. One is issued again before it expires, and when the machine's addresses or the
 * authority changed. It is kept in memory only.
 */
export function ownCertificates({ dataDir, interfaces, now, log }: Dependencies): LoadCertificate {
  let issued: Issued | null = null;
  let hasWarned = false;

  function isCurrent(of: Issued, authorityVersion: number, hosts: string): boolean {
    if (of.authorityVersion !== authorityVersion || of.hosts !== hosts) return false;
    return now() >= of.validFrom && now() < of.renewAt;
  }

  async function issue(authorityVersion: number, hosts: readonly string[]): Promise<Issued | null> {
    const authority = await loadAuthority(dataDir);
    if (!authority) return null;
    const { issueLeaf } = await import('./certificates.ts');
    const leaf = await issueLeaf(authority, hosts, now());
    const left = leaf.validTo - now();
    warnOfEnd(authority);
    const { cert, key, validFrom } = leaf;
    const isFor = (host: string) => hosts.includes(host);
    return {
      certificate: {
        cert,
        key,
        authority,
        fingerprint: authority.certificate.fingerprint256,
        names: [LOCAL_NAME, 'localhost'],
        isFor,
      },
      authorityVersion,
      hosts: hosts.join(' '),
      validFrom,
      // At the end of its authority's life a certificate lasts less than the usual time.
      renewAt: leaf.validTo - Math.min(RENEW_BEFORE, left / 3),
    };
  }

  function warnOfEnd({ certificate }: Authority): void {
    if (hasWarned || Date.parse(certificate.validTo) - now() > WARN_BEFORE) return;
    hasWarned = true;
    log.warn(
      `Lineup’s certificate authority ends on ${certificate.validTo}. Run “npm run lineup -- https --new” and install the new one on every device.`,
    );
  }

  return async () => {
    if (!(await isOn(dataDir))) {
      issued = null;
      return null;
    }
    const { mtimeMs } = await stat(authorityFile(dataDir));
    const hosts = certifiedHosts(interfaces);
    if (!issued || !isCurrent(issued, mtimeMs, hosts.join(' '))) issued = await issue(mtimeMs, hosts);
    return issued?.certificate ?? null;
  };
}
