import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { isIP } from 'node:net';
import {
  certifiedHosts,
  isLoopback,
  LOCAL_NAME,
  lanAddresses,
  type NetworkInterfaces,
  originOf,
  reachableHosts,
} from '../address.ts';
import type { Config } from '../config.ts';
import { type Listener, openListener } from '../door/listener.ts';
import type { Proxies } from '../door/proxies.ts';
import type { UpgradeHandler } from '../live/live-endpoint.ts';
import { StartProblem } from '../start-problem.ts';
import { type Authority, authorityFile, isOn, loadAuthority } from './authority.ts';
import type { KeyPair } from './certificates.ts';
import { createLocalName } from './local-name.ts';

/** Part of a certificate's life. Programs that renew certificates do so well before. */
const WARN_FROM_SHARE = 0.1;

interface CertificatePaths {
  readonly cert: string;
  readonly key: string;
}

interface FilesDependencies {
  readonly now: () => number;
  readonly log: { warn(message: string): void };
}

interface Loaded {
  readonly certificate: ServedCertificate;
  readonly warnAt: number;
  readonly validTo: string;
}

/** The operator's certificate, loaded again when its files change. */
function operatorCertificates(paths: CertificatePaths, { now, log }: FilesDependencies): LoadCertificate {
  let loaded: Loaded | null = null;
  let loadedVersion = '';
  let hasWarned = false;

  function warnOfEnd({ warnAt, validTo }: Loaded): void {
    if (hasWarned || now() < warnAt) return;
    hasWarned = true;
    const ends = Date.parse(validTo) > now() ? 'ends' : 'ended';
    log.warn(`The certificate in ${paths.cert} (TLS_CERT) ${ends} on ${validTo}. Renew it.`);
  }

  return async () => {
    const version = await versionOf(paths);
    if (!loaded || loadedVersion !== version) {
      loaded = await loadCertificate(paths);
      loadedVersion = version;
      hasWarned = false;
    }
    warnOfEnd(loaded);
    return loaded.certificate;
  };
}

/** Throws `StartProblem` with a sentence about the file that is wrong. */
async function loadCertificate(paths: CertificatePaths): Promise<Loaded> {
  const cert = await load('TLS_CERT', paths.cert);
  const key = await load('TLS_KEY', paths.key);
  const certificate = parse(cert, (text) => new X509Certificate(text));
  if (!certificate)
    throw new StartProblem(`TLS_CERT names ${paths.cert}, which is not a certificate in PEM.`);
  const privateKey = parse(key, createPrivateKey);
  if (!privateKey) {
    throw new StartProblem(
      `TLS_KEY names ${paths.key}, which is not a private key in PEM without a passphrase.`,
    );
  }
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new StartProblem(
      `The key in ${paths.key} (TLS_KEY) is not the one of the certificate in ${paths.cert}.`,
    );
  }
  const { validFrom, validTo } = certificate;
  const life = Date.parse(validTo) - Date.parse(validFrom);
  return {
    certificate: {
      cert,
      key,
      names: namesOf(certificate),
      authority: null,
      fingerprint: certificate.fingerprint256,
      isFor: (host) =>
        (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined,
    },
    warnAt: Date.parse(validTo) - life * WARN_FROM_SHARE,
    validTo,
  };
}

async function versionOf({ cert, key }: CertificatePaths): Promise<string> {
  const parts = await Promise.all(
    [cert, key].map(async (file) => {
      const found = await stat(file).catch(() => null);
      return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : 'missing';
    }),
  );
  return parts.join(', ');
}

const namesOf = ({ subjectAltName = '' }: X509Certificate): readonly string[] =>
  subjectAltName.split(', ').flatMap((each) => /^DNS:([\w.-]+)$/.exec(each)?.[1]?.toLowerCase() ?? []);

async function load(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new StartProblem(`Lineup cannot read ${setting} in ${file}.`);
  }
}

function parse<T>(text: string, create: (text: string) => T): T | null {
  try {
    return create(text);
  } catch {
    return null;
  }
}

const DAY = 86_400_000;
const RENEW_BEFORE = 30 * DAY;
/** The operator has to install a new authority on every device before the old one ends. */
const WARN_BEFORE = 90 * DAY;

interface OwnDependencies {
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

/** Issued again before it expires, and when the machine's addresses or the authority changed. Kept in memory only. */
function ownCertificates({ dataDir, interfaces, now, log }: OwnDependencies): LoadCertificate {
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

/** How often certificates, settings and the machine's addresses are looked at, in milliseconds. */
const CHECK_INTERVAL = 10_000;

interface HttpsStatus {
  readonly names: readonly string[];
  readonly authority: Authority | null;
  /** SHA-256 of the authority's certificate, or else of the operator's. */
  readonly fingerprint: string;
  /** The addresses of our pages for a browser that opened `host`, the best first. */
  originsFor(host: string): readonly string[];
}

export interface Https {
  status(): HttpsStatus | null;
  /** Until this is called, every request is answered with 503. */
  serve(answer: RequestListener, upgrade: UpgradeHandler): void;
  close(timeout: number): Promise<void>;
}

interface HttpsDependencies {
  readonly config: Pick<Config, 'dataDir' | 'host' | 'httpsPort' | 'socketsPerAddress' | 'tls'>;
  readonly proxies: Pick<Proxies, 'isProxied'>;
  readonly interfaces: NetworkInterfaces;
  readonly now: () => number;
  readonly timeout: (milliseconds: number) => AbortSignal;
  readonly log: { warn(message: string): void; error(error: unknown): void };
}

/** Throws `StartProblem` if https is on and cannot be served. Later problems are logged, and http continues. */
async function openHttps(dependencies: HttpsDependencies): Promise<Https> {
  const { config, proxies, interfaces, timeout, log } = dependencies;
  const load = config.tls
    ? operatorCertificates(config.tls, dependencies)
    : ownCertificates({ ...dependencies, dataDir: config.dataDir });
  const localName = createLocalName({ warn: (message) => log.warn(message) });
  let current: { readonly served: ServedCertificate; readonly listener: Listener } | null = null;
  let handlers: Parameters<Listener['serve']> | null = null;
  let lastProblem = '';
  let isClosed = false;

  async function check(): Promise<void> {
    const served = await load();
    if (!served) {
      await current?.listener.close(0);
      current = null;
    } else if (!current) {
      const listener = await openListener({
        ...config,
        port: config.httpsPort,
        proxies,
        certificate: served,
      });
      if (handlers) listener.serve(...handlers);
      current = { served, listener };
    } else if (served !== current.served) {
      current.listener.setCertificate(served);
      current = { ...current, served };
    }
    localName.announce(current?.served.authority ? announcedAddresses() : []);
  }

  const announcedAddresses = () =>
    lanAddresses(interfaces).filter(({ address }) =>
      reachableHosts(config.host, interfaces).includes(address),
    );

  async function checkAndLog(): Promise<void> {
    try {
      await check();
      lastProblem = '';
    } catch (error) {
      const problem = String(error);
      if (problem !== lastProblem) log.error(error);
      lastProblem = problem;
    }
  }

  let checking = Promise.resolve();
  function checkLater(): void {
    const next = () => {
      if (isClosed) return;
      checking = checkAndLog().then(checkLater);
    };
    timeout(CHECK_INTERVAL).addEventListener('abort', next, { once: true });
  }

  function originsFor(host: string, { served, listener }: NonNullable<typeof current>): readonly string[] {
    const reachable = reachableHosts(config.host, interfaces);
    const best = served.authority ? reachable.filter((each) => each === LOCAL_NAME) : served.names;
    const opened = served.isFor(host) ? [host] : [];
    // A browser on this machine shows the addresses that the others need.
    const others = served.authority && (isLoopback(host) || opened.length === 0) ? reachable.slice(0, 2) : [];
    const hosts = new Set([...best, ...opened, ...others]);
    // A content security policy cannot name an IPv6 address.
    return [...hosts]
      .filter((each) => isIP(each) !== 6)
      .slice(0, 3)
      .map((each) => originOf('https', each, listener.port));
  }

  await check();
  checkLater();
  return {
    status() {
      if (!current) return null;
      const opened = current;
      const { names, authority, fingerprint } = opened.served;
      return { names, authority, fingerprint, originsFor: (host) => originsFor(host, opened) };
    },
    serve(...given) {
      handlers = given;
      current?.listener.serve(...given);
    },
    async close(milliseconds) {
      isClosed = true;
      await checking;
      await localName.close();
      await current?.listener.close(milliseconds);
    },
  };
}

interface ServedCertificate extends KeyPair {
  /** The DNS names it is for, without those that begin with `*`. */
  readonly names: readonly string[];
  /** Null for the operator's certificate. */
  readonly authority: Authority | null;
  readonly fingerprint: string;
  isFor(host: string): boolean;
}

/** Returns the certificate to serve now, the same object while nothing changed, or null while https is off. */
type LoadCertificate = () => Promise<ServedCertificate | null>;

export interface Listeners {
  readonly address: string;
  readonly https: Https;
  serve(answer: RequestListener, upgrade: UpgradeHandler): void;
  close(timeout: number): Promise<void>;
}

/** Throws `StartProblem` for ports that can't be opened. */
export async function openListeners(
  config: Config,
  proxies: Proxies,
  dependencies: Omit<HttpsDependencies, 'config' | 'proxies'>,
): Promise<Listeners> {
  const http = await openListener({ ...config, proxies });
  try {
    const https = await openHttps({ config, proxies, ...dependencies });
    return {
      address: http.address,
      https,
      serve(answer, upgrade) {
        for (const each of [http, https]) each.serve(answer, upgrade);
      },
      async close(timeout) {
        await Promise.all([http.close(timeout), https.close(timeout)]);
      },
    };
  } catch (error) {
    await http.close(0);
    throw error;
  }
}
