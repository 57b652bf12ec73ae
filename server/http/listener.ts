import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { addressOf } from '../address.ts';
import { StartProblem } from '../start-problem.ts';
import type { UpgradeHandler } from './live.ts';

/** The open port. It is opened before anything else is created, so that a failed start leaves nothing behind. */
export interface Listener {
  /** The URL to open. */
  readonly address: string;
  /** Until this is called, every request is answered with 503. */
  serve(answer: RequestListener, upgrade: UpgradeHandler): void;
  /** Accepts no more connections. Resolves when the last one has ended, and ends them after `timeout` milliseconds. */
  close(timeout: number): Promise<void>;
}

/** In milliseconds; longer than the 60 s during which proxies reuse an idle connection. */
const keepAliveTimeout = 72_000;

/** Throws `StartProblem` if the port or the host is not available. */
export async function openListener(host: string, port: number): Promise<Listener> {
  const sockets = new Set<Socket>();
  let answer: RequestListener = (_, response) => response.writeHead(503, { 'retry-after': '1' }).end();
  let upgrade: UpgradeHandler = (_, socket) => socket.destroy();
  // Some programs offer another protocol with each request; they are answered as usual.
  const shouldUpgradeCallback = ({ headers }: IncomingMessage) =>
    headers.upgrade?.toLowerCase() === 'websocket';
  const server = createServer({ keepAliveTimeout, shouldUpgradeCallback }, (request, response) =>
    answer(request, response),
  );
  server.on('upgrade', (request, socket, head) => upgrade(request, socket, head));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(whyNot(error, host, port)));
    server.listen(port, host, () => resolve());
  });
  return {
    address: addressOf(host, (server.address() as AddressInfo).port),
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

function whyNot(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use by another program; set PORT to another one.`,
    EACCES: `Port ${port} may not be used by this account; set PORT to one from 1024 up.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine; correct HOST.`,
    EINVAL: `${host} is not an address that can be listened on; correct HOST.`,
    ENOTFOUND: `${host} is not known as a host; correct HOST.`,
    EAI_AGAIN: `${host} is not known as a host; correct HOST.`,
  };
  const sentence = sentences[error.code ?? ''];
  return sentence ? new StartProblem(sentence) : error;
}
