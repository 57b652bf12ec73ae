import type { RequestListener } from 'node:http';
import { isIP } from 'node:net';
import { originOf } from '../address.ts';
import type { Config } from '../config.ts';
import { type Listener, openListener } from '../door/listener.ts';
import type { UpgradeHandler } from '../door/live.ts';
import type { Proxies } from '../door/proxies.ts';
import type { Authority } from './authority.ts';
import { operatorCertificates } from './certificate-files.ts';
import { createLocalName } from './local-name.ts';
import {
  isLoopback,
  LOCAL_NAME,
  lanAddresses,
  type NetworkInterfaces,
  reachableHosts,
} from './machine-addresses.ts';
import { ownCertificates } from './own-certificate.ts';
import type { ServedCertificate } from './served-certificate.ts';

/** How often certificates, settings and the machine's addresses are looked at, in milliseconds. */
const CHECK_INTERVAL = 10_000;

export interface HttpsStatus {
  /** The DNS names that the certificate is for. */
  readonly names: readonly string[];
  readonly authority: Authority | null;
  /** SHA-256 of the authority's certificate, or else of the operator's. */
  readonly fingerprint: string;
  /** The addresses of our pages for a browser that opened `host`, the best first. */
  originsFor(host: string): readonly string[];
}

/** Https beside http, with the own authority or the operator's certificate. */
export interface Https {
  /** Null while https is off. */
  status(): HttpsStatus | null;
  /** Until this is called, every request is answered with 503. */
  serve(answer: RequestListener, upgrade: UpgradeHandler): void;
  close(timeout: number): Promise<void>;
}

export interface HttpsDependencies {
  readonly config: Pick<Config, 'dataDir' | 'host' | 'httpsPort' | 'socketsPerAddress' | 'tls'>;
  readonly proxies: Pick<Proxies, 'isProxied'>;
  readonly interfaces: NetworkInterfaces;
  readonly now: () => number;
  /** A signal that aborts after so many milliseconds. */
  readonly timeout: (milliseconds: number) => AbortSignal;
  readonly log: { warn(message: string): void; error(error: unknown): void };
}

/** Throws `StartProblem` if https is on and cannot be served. Later problems are logged, and http continues. */
export async function openHttps(dependencies: HttpsDependencies): Promise<Https> {
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
