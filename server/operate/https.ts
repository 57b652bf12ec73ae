import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import multicastDns, { type QueryPacket, type ResponsePacket } from 'multicast-dns';
import {
  certifiedHosts,
  isLoopback,
  type LanAddress,
  LOCAL_NAME,
  lanAddresses,
  type NetworkInterfaces,
  originOf,
  reachableHosts,
} from '../address.ts';
import type { Config } from '../config.ts';
import { type Listener, openListener } from '../door/listener.ts';
import type { Proxies } from '../door/proxies.ts';
import { StartProblem } from '../start-problem.ts';
import { type Authority, isHttpsOn, loadAuthority } from './authority.ts';
import type { KeyPair } from './certificates.ts';

/** Part of a certificate's life. Programs that renew certificates do so well before. */
const WARN_FROM_SHARE = 0.1;

/** The operator's certificate. Throws `StartProblem` with a sentence about the file that is wrong. */
async function loadCertificate(paths: KeyPair): Promise<ServedCertificate> {
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
  const [begins, ends] = [Date.parse(validFrom), Date.parse(validTo)];
  return {
    cert,
    key,
    names: namesOf(certificate),
    authority: null,
    fingerprint: certificate.fingerprint256,
    isFor: (host) =>
      (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined,
    warnAt: ends - (ends - begins) * WARN_FROM_SHARE,
    warning: (now) =>
      `The certificate in ${paths.cert} (TLS_CERT) ${ends > now ? 'ends' : 'ended'} on ${validTo}. Renew it.`,
  };
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

/** Issued again before it expires, and when the machine's addresses or the authority changed. Kept in memory only. */
function ownCertificates(dataDir: string, interfaces: NetworkInterfaces, now: () => number): LoadCertificate {
  let issued: (ServedCertificate & { hosts: string; validFrom: number; renewAt: number }) | null = null;

  return async () => {
    const authority = isHttpsOn(dataDir) ? await loadAuthority(dataDir) : null;
    if (!authority) {
      issued = null;
      return null;
    }
    const hosts = certifiedHosts(interfaces);
    const isCurrent =
      issued?.authority?.cert === authority.cert &&
      issued.hosts === hosts.join(' ') &&
      now() >= issued.validFrom &&
      now() < issued.renewAt;
    if (isCurrent) return issued;
    const { issueLeaf } = await import('./certificates.ts');
    const { cert, key, validFrom, validTo } = await issueLeaf(authority, hosts, now());
    const ends = authority.certificate.validTo;
    issued = {
      cert,
      key,
      authority,
      fingerprint: authority.certificate.fingerprint256,
      names: [LOCAL_NAME, 'localhost'],
      isFor: (host) => hosts.includes(host),
      hosts: hosts.join(' '),
      validFrom,
      // At the end of its authority's life a certificate lasts less than the usual time.
      renewAt: validTo - Math.min(RENEW_BEFORE, (validTo - now()) / 3),
      warnAt: Date.parse(ends) - WARN_BEFORE,
      warning: () =>
        `Lineup’s certificate authority ends on ${ends}. Run “npm run lineup -- https --new” and install the new one on every device.`,
    };
    return issued;
  };
}

/** How often certificates, settings and the machine's addresses are looked at, in milliseconds: so soon, a tablet finds the server at a new one. */
const CHECK_INTERVAL = 10_000;

export type Listeners = Awaited<ReturnType<typeof openListeners>>;
export type Https = Listeners['https'];

interface HttpsDependencies {
  readonly interfaces: NetworkInterfaces;
  readonly now: () => number;
  readonly timeout: (milliseconds: number) => AbortSignal;
  readonly log: { warn(message: string): void; error(error: unknown): void };
}

/**
 * Listens on http, and on https where that is on. Throws `StartProblem` for what cannot be served at the start; later problems
 * are logged, and http continues.
 */
export async function openListeners(
  config: Config,
  proxies: Proxies,
  { interfaces, now, timeout, log }: HttpsDependencies,
) {
  const { tls } = config;
  const load: LoadCertificate = tls
    ? () => loadCertificate(tls)
    : ownCertificates(config.dataDir, interfaces, now);
  const http = await openListener({ ...config, proxies });
  const localName = createLocalName((message) => log.warn(message));
  let current: { readonly served: ServedCertificate; readonly listener: Listener } | null = null;
  let handlers: Parameters<Listener['serve']> | null = null;
  let lastProblem = '';
  let warnedOf = '';
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
    } else if (served.cert !== current.served.cert || served.key !== current.served.key) {
      current.listener.setCertificate(served);
      current = { ...current, served };
    }
    if (served && now() >= served.warnAt && warnedOf !== served.fingerprint) {
      warnedOf = served.fingerprint;
      log.warn(served.warning(now()));
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
      // Once, or the log would have it each time.
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

  try {
    await check();
  } catch (error) {
    await http.close(0);
    throw error;
  }
  checkLater();
  return {
    /** Of http. */
    address: http.address,
    https: {
      /** With the addresses of our pages for a browser that opened `host`, the best first; null while https is off. */
      status() {
        const opened = current;
        return opened && { ...opened.served, originsFor: (host: string) => originsFor(host, opened) };
      },
    },
    /** Until this is called, every request is answered with 503. */
    serve(...given: Parameters<Listener['serve']>) {
      handlers = given;
      http.serve(...given);
      current?.listener.serve(...given);
    },
    async close(milliseconds: number) {
      isClosed = true;
      await checking;
      await localName.close();
      await Promise.all([http.close(milliseconds), current?.listener.close(milliseconds)]);
    },
  };
}

interface ServedCertificate extends KeyPair {
  /** The DNS names it is for, without those that begin with `*`. */
  readonly names: readonly string[];
  /** An operator's own certificate has none. */
  readonly authority: Authority | null;
  /** SHA-256 of the authority's certificate, or else of the operator's. */
  readonly fingerprint: string;
  isFor(host: string): boolean;
  /** When the operator has to hear of its end, or of its authority's. */
  readonly warnAt: number;
  warning(now: number): string;
}

/** Returns the certificate to serve now, or null while https is off. */
type LoadCertificate = () => Promise<ServedCertificate | null>;

type Sender = { readonly address: string; readonly port: number };

/** The port of multicast DNS. Others ask from ports of their own, and are answered directly. */
const MDNS_PORT = 5353;
/** In seconds. */
const LIFE = 120;

/** Answers for `lineup.local` on the store's network: by number alone, tablets would lose the server when its router gives it another. */
export function createLocalName(warn: (message: string) => void, port = MDNS_PORT) {
  let responders: ReadonlyMap<string, Responder> = new Map();
  let hasWarned = false;

  function onOther(address: string): void {
    if (hasWarned || responders.has(address)) return;
    hasWarned = true;
    warn(
      `${LOCAL_NAME} is also the name of ${address}: two servers announce it, and devices may open either.`,
    );
  }

  return {
    announce(addresses: readonly LanAddress[]): void {
      const wanted = new Map(addresses.map((each) => [each.address, each]));
      const next = new Map<string, Responder>();
      for (const [address, lan] of wanted)
        next.set(address, responders.get(address) ?? openResponder(lan, port, onOther));
      for (const [address, responder] of responders) if (!wanted.has(address)) void responder.close();
      responders = next;
    },
    async close(): Promise<void> {
      await Promise.all([...responders.values()].map((responder) => responder.close()));
      responders = new Map();
    },
  };
}

type Responder = ReturnType<typeof openResponder>;

/** One network has one responder, so that each network gets the address that it can reach. */
function openResponder({ address, prefix }: LanAddress, port: number, onOther: (address: string) => void) {
  const mdns = multicastDns({ port, interface: address, bind: '0.0.0.0' });
  const network: [ipaddr.IPv4, number] = [ipaddr.IPv4.parse(address), prefix];

  // Each responder hears all networks, and its address is of no use in another one.
  const isNeighbor = (sender: Sender) =>
    ipaddr.IPv4.isValid(sender.address) && ipaddr.IPv4.parse(sender.address).match(network);

  mdns.on('query', (query: QueryPacket, sender: Sender) => {
    const questions = query.questions.filter(({ name }) => name.toLowerCase() === LOCAL_NAME);
    if (questions.length === 0 || !isNeighbor(sender)) return;
    if (sender.port === port) mdns.respond(answerTo(address, LIFE));
    // A simple resolver expects its own question back, in an answer to its port.
    else mdns.respond({ ...answerTo(address, 10, false), id: query.id, questions }, sender);
  });
  mdns.on('response', ({ answers }: ResponsePacket) => {
    for (const each of answers) {
      if (each.type === 'A' && each.name.toLowerCase() === LOCAL_NAME && each.data !== address)
        onOther(each.data);
    }
  });
  // Some networks and accounts don't allow multicast; the address still works by its number.
  mdns.on('error', () => {});
  mdns.on('warning', () => {});
  mdns.on('ready', () => mdns.respond(answerTo(address, LIFE)));

  return {
    close: () =>
      new Promise<void>((resolve) => {
        const end = () => mdns.destroy(() => resolve());
        mdns.respond(answerTo(address, 0), end);
      }),
  };
}

/** With a record that says there is no IPv6 address, for which devices would wait. */
function answerTo(address: string, ttl: number, flush = true) {
  const record = { name: LOCAL_NAME, ttl, flush };
  return {
    answers: [{ ...record, type: 'A' as const, data: address }],
    additionals: [{ ...record, type: 'NSEC' as const, data: { nextDomain: LOCAL_NAME, rrtypes: ['A'] } }],
  };
}
