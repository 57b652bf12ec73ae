import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { addressOf } from '../address.ts';
import type { UpgradeHandler } from '../live/live-endpoint.ts';
import { StartProblem } from '../start-problem.ts';
import type { Proxies } from './proxies.ts';
import { createOpenLimit } from './rate-limit.ts';

export type Listener = Awaited<ReturnType<typeof openListener>>;

/** A certificate, with those that lead to its authority, and its private key, in PEM. */
interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** In milliseconds; longer than the 60 s during which proxies reuse an idle connection: a tap would be sent into one that closes. */
const keepAliveTimeout = 72_000;

/**
 * How many connections the system keeps until they are accepted; it may allow fewer. Without room there, a page's next attempt
 * to reach us is seconds later.
 */
const backlog = 8_192;

/**
 * Of one address: browsers open up to six for a page. Without it, one stranger could hold every connection that the system
 * allows, at no cost, and no page could be opened.
 */
const mostConnections = (socketsPerAddress: number): number => 6 * socketsPerAddress + 100;

interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly socketsPerAddress: number;
  readonly proxies: Pick<Proxies, 'isProxied'>;
  /** Serves https with one, http without. */
  readonly certificate?: Certificate;
}

/**
 * The open port. It is opened before anything else is created, so that a failed start leaves nothing behind. Throws
 * `StartProblem` if the port or the host is not available.
 */
export async function openListener({ host, port, socketsPerAddress, proxies, certificate }: ListenerOptions) {
  const sockets = new Set<Socket>();
  let answer: RequestListener = (_, response) => response.writeHead(503, { 'retry-after': '1' }).end();
  let upgrade: UpgradeHandler = (_, socket) => socket.destroy();
  // Some programs offer another protocol with each request; they are answered as usual.
  const shouldUpgradeCallback = ({ headers }: IncomingMessage) =>
    headers.upgrade?.toLowerCase() === 'websocket';
  const options = { keepAliveTimeout, shouldUpgradeCallback };
  const onRequest: RequestListener = (request, response) => answer(request, response);
  const tls = certificate && createTlsServer({ ...options, ...tlsOptions(certificate) }, onRequest);
  const server = tls ?? createServer(options, onRequest);
  server.on('upgrade', (request, socket, head) => upgrade(request, socket, head));
  const isAllowed = createOpenLimit(mostConnections(socketsPerAddress));
  server.on('connection', (socket) => {
    // Proxies bring many addresses, and decide themselves.
    const isProxied = proxies.isProxied({ headers: {}, socket });
    if (!isProxied && !isAllowed(socket.remoteAddress ?? '', socket)) return socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(whyNot(error, host, port, tls)));
    server.listen({ port, host, backlog }, () => resolve());
  });
  const opened = (server.address() as AddressInfo).port;
  return {
    address: addressOf(host, opened, tls ? 'https' : 'http'),
    port: opened,
    /** New connections get this certificate; those that are open keep theirs. */
    setCertificate: (next: Certificate) => tls?.setSecureContext(tlsOptions(next)),
    /** Until this is called, every request is answered with 503. */
    serve(nextAnswer: RequestListener, nextUpgrade: UpgradeHandler) {
      answer = nextAnswer;
      upgrade = nextUpgrade;
    },
    /** Accepts no more connections. Resolves when the last one has ended, and ends them after `timeout` milliseconds. */
    close: (timeout: number) =>
      new Promise<void>((resolve) => {
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

const tlsOptions = ({ cert, key }: Certificate) => ({ cert, key, ciphers });

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
