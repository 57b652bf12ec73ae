import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { addressOf } from '../address.ts';
import type { UpgradeHandler } from '../live/live-endpoint.ts';
import { StartProblem } from '../start-problem.ts';
import type { Proxies } from './proxies.ts';

/**
 * Bounds the connections of one network address that wait for a request. Without it, one stranger could hold every
 * connection that the system allows, at no cost, and no page could be opened. Those that have waited longest are closed:
 * programs expect that of a connection that they keep for later.
 */
interface IdleLimit {
  /** The connection waits for a request. */
  wait(socket: Socket): void;
  /** It has one, or has become a live connection, which counts elsewhere. */
  work(socket: Pick<Socket, 'remoteAddress' | 'remotePort'>): void;
}

/**
 * How long more may wait than the limit allows, in milliseconds. After a power cut, all screens behind one address connect
 * at once, and their first requests are on the way.
 */
const grace = 2_000;

/** `isProxied` tells connections of trusted proxies, which bring many addresses and decide themselves. */
function createIdleLimit(max: number, isProxied: (socket: Socket) => boolean): IdleLimit {
  const waiting = new Map<string, Map<number, Socket>>();
  const crowded = new Set<string>();

  function work({ remoteAddress = '', remotePort = 0 }: Pick<Socket, 'remoteAddress' | 'remotePort'>): void {
    const sockets = waiting.get(remoteAddress);
    if (!sockets?.delete(remotePort) || sockets.size > 0) return;
    waiting.delete(remoteAddress);
  }

  function closeOldest(remoteAddress: string): void {
    crowded.delete(remoteAddress);
    const sockets = [...(waiting.get(remoteAddress)?.values() ?? [])];
    for (const socket of sockets.slice(0, Math.max(0, sockets.length - max))) {
      work(socket);
      socket.destroy();
    }
  }

  return {
    work,
    wait(socket) {
      const { remoteAddress, remotePort } = socket;
      if (socket.destroyed || !remoteAddress || !remotePort || isProxied(socket)) return;
      const sockets = waiting.get(remoteAddress) ?? new Map<number, Socket>();
      waiting.set(remoteAddress, sockets);
      // by port: with TLS, a connection and its decrypted one are two objects
      sockets.delete(remotePort);
      sockets.set(remotePort, socket);
      if (sockets.size <= max || crowded.has(remoteAddress)) return;
      crowded.add(remoteAddress);
      // after the requests that have come while this process was busy
      setTimeout(() => setImmediate(closeOldest, remoteAddress), grace).unref();
    },
  };
}

/** The open port. It is opened before anything else is created, so that a failed start leaves nothing behind. */
export interface Listener {
  readonly address: string;
  readonly port: number;
  /** Until this is called, every request is answered with 503. */
  serve(answer: RequestListener, upgrade: UpgradeHandler): void;
  /** New connections get this certificate; those that are open keep theirs. */
  setCertificate(certificate: Certificate): void;
  /** Accepts no more connections. Resolves when the last one has ended, and ends them after `timeout` milliseconds. */
  close(timeout: number): Promise<void>;
}

/** A certificate, with those that lead to its authority, and its private key, in PEM. */
interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** How long a TLS handshake may take, in milliseconds. */
const handshakeTimeout = 10_000;

/** In milliseconds; longer than the 60 s during which proxies reuse an idle connection. */
const keepAliveTimeout = 72_000;

/**
 * How many connections the system keeps until they are accepted; it may allow fewer. Without room there, a page's next attempt
 * to reach us is seconds later.
 */
const backlog = 8_192;

/** A tenth of the live connections that one address may have, and enough for the pages that a store opens at once. */
const idleLimit = (socketsPerAddress: number): number => Math.max(100, socketsPerAddress / 10);

interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly socketsPerAddress: number;
  readonly proxies: Pick<Proxies, 'isProxied'>;
  /** Serves https with one, http without. */
  readonly certificate?: Certificate;
}

/** Throws `StartProblem` if the port or the host is not available. */
export async function openListener({
  host,
  port,
  socketsPerAddress,
  proxies,
  certificate,
}: ListenerOptions): Promise<Listener> {
  const sockets = new Set<Socket>();
  let answer: RequestListener = (_, response) => response.writeHead(503, { 'retry-after': '1' }).end();
  let upgrade: UpgradeHandler = (_, socket) => socket.destroy();
  // Some programs offer another protocol with each request; they are answered as usual.
  const shouldUpgradeCallback = ({ headers }: IncomingMessage) =>
    headers.upgrade?.toLowerCase() === 'websocket';
  const options = { keepAliveTimeout, shouldUpgradeCallback };
  const waiting = createIdleLimit(idleLimit(socketsPerAddress), (socket) =>
    proxies.isProxied({ headers: {}, socket }),
  );
  const onRequest: RequestListener = (request, response) => {
    const { socket } = request;
    waiting.work(socket);
    response.once('close', () => waiting.wait(socket));
    answer(request, response);
  };
  const tls = certificate && createTlsServer({ ...options, ...tlsOptions(certificate) }, onRequest);
  const server = tls ?? createServer(options, onRequest);
  server.on('upgrade', (request, socket, head) => {
    waiting.work(request.socket);
    upgrade(request, socket, head);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    waiting.wait(socket);
    // a closed socket no longer knows its address
    const { remoteAddress, remotePort } = socket;
    socket.once('close', () => {
      sockets.delete(socket);
      waiting.work({ remoteAddress, remotePort });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(whyNot(error, host, port, tls)));
    server.listen({ port, host, backlog }, () => resolve());
  });
  const opened = (server.address() as AddressInfo).port;
  return {
    address: addressOf(host, opened, tls ? 'https' : 'http'),
    port: opened,
    setCertificate: (next) => tls?.setSecureContext(tlsOptions(next)),
    serve(nextAnswer, nextUpgrade) {
      answer = nextAnswer;
      upgrade = nextUpgrade;
    },
    close: (timeout) =>
      new Promise((resolve) => {
        // Connections become idle after their last response, and are closed then.
        const idle = setInterval(() => server.closeIdleConnections(), 50);
        const end = setTimeout(() => {
          for (const socket of sockets) socket.destroy();
        }, timeout);
        server.close(() => {
          clearInterval(idle);
          clearTimeout(end);
          resolve();
        });
      }),
  };
}

/** Forward secrecy and authenticated encryption alone. Every browser of the README's list has them. */
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE+AESGCM',
  'ECDHE+CHACHA20',
].join(':');

const tlsOptions = ({ cert, key }: Certificate) => ({ cert, key, ciphers, handshakeTimeout });

function whyNot(error: NodeJS.ErrnoException, host: string, port: number, tls?: TlsServer): Error {
  const setting = tls ? 'HTTPS_PORT' : 'PORT';
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use by another program; set ${setting} to another one.`,
    EACCES: `Port ${port} may not be used by this account; set ${setting} to one from 1024 up.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine; correct HOST.`,
    EINVAL: `${host} is not an address that can be listened on; correct HOST.`,
    ENOTFOUND: `${host} is not known as a host; correct HOST.`,
    EAI_AGAIN: `${host} is not known as a host; correct HOST.`,
  };
  const sentence = sentences[error.code ?? ''];
  return sentence ? new StartProblem(sentence) : error;
}
