import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { addressOf } from '../address.ts';
import { StartProblem } from '../start-problem.ts';
import type { UpgradeHandler } from './live.ts';

/** The port, taken before anything else is made, so that a start that fails leaves nothing behind. */
export interface Listener {
  /** Where a person finds it. */
  readonly address: string;
  /** Until this is called, every request is told to come back. */
  serve(answer: RequestListener, upgrade: UpgradeHandler): void;
  /** Takes no more connections; resolves when the last one ended, and ends them itself after `patience` milliseconds. */
  close(patience: number): Promise<void>;
}

/** Milliseconds an idle connection stays open: longer than the 60 s for which proxies expect to use one again. */
const keepAliveTimeout = 72_000;

/** Throws `StartProblem` when the port or the host cannot be had. */
export async function openListener(host: string, port: number): Promise<Listener> {
  const sockets = new Set<Socket>();
  let answer: RequestListener = (_, response) => response.writeHead(503, { 'retry-after': '1' }).end();
  let upgrade: UpgradeHandler = (_, socket) => socket.destroy();
  // Whoever offers another protocol, as some programs do with each request, is answered in this one.
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
    close: (patience) =>
      new Promise((resolve) => {
        // A connection that answers its last request after this becomes idle, and must go then.
        const idle = setInterval(() => server.closeIdleConnections(), 50);
        const end = setTimeout(() => {
          for (const socket of sockets) socket.destroy();
        }, patience);
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
