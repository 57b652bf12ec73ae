import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { withFiles } from '../../tools/build/service-worker.ts';

const root = new URL('../../dist/web', import.meta.url).pathname;
const worker = 'service-worker.js';

/** A proxy before a server, that serves one build of the app after another, each with another page and worker. */
export interface UpdatingServer {
  readonly address: string;
  /** From now on there is a newer build; its number. */
  publish(): number;
  /** Lets nothing but the app's files through, and ends what is connected. */
  block(isOn: boolean): void;
  /** As a public network before its sign-in: every request is answered with its page, or sent on to it. */
  intercept(how: 'page' | 'redirect' | null): void;
  stop(): Promise<void>;
}

export async function startUpdatingServer(behind: string): Promise<UpdatingServer> {
  const { hostname, port } = new URL(behind);
  let build = 0;
  let isBlocked = false;
  let portal: 'page' | 'redirect' | null = null;
  let changed = new Map<string, Buffer>();
  const sockets = new Set<Socket>();

  const server = createServer((incoming, response) => {
    if (portal) return answerAsPortal(portal, response);
    const isPage = incoming.headers['sec-fetch-dest'] === 'document' && !incoming.url?.endsWith('.svg');
    const file = changed.get(isPage ? '/index.html' : ((incoming.url ?? '').split('?')[0] ?? ''));
    if (file) return serve(file, incoming, response);
    if (isBlocked && incoming.url?.startsWith('/api/')) return void incoming.socket.destroy();
    const { method, headers, url: path } = incoming;
    const forwarded = request({ hostname, port, method, headers, path }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    incoming.pipe(forwarded);
  });
  server.on('upgrade', (incoming, socket: Socket, head) => {
    if (portal) return void socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n${portalPage}`);
    if (isBlocked) return void socket.destroy();
    sockets.add(socket);
    const behindSocket = connect(Number(port), hostname, () => {
      const lines = incoming.rawHeaders.flatMap((name, at, all) =>
        at % 2 ? [] : [`${name}: ${all[at + 1]}`],
      );
      behindSocket.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      behindSocket.write(head);
      socket.pipe(behindSocket).pipe(socket);
    });
    for (const [one, other] of [
      [socket, behindSocket],
      [behindSocket, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  function endSockets(): void {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish() {
      build += 1;
      changed = filesOf(build);
      return build;
    },
    block(isOn) {
      isBlocked = isOn;
      if (isOn) endSockets();
    },
    intercept(how) {
      portal = how;
      if (how) endSockets();
    },
    async stop() {
      endSockets();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const portalPage = '<!doctype html><title>Wi-Fi</title><h1>Sign in to the Wi-Fi</h1>';

function answerAsPortal(how: 'page' | 'redirect', response: ServerResponse): void {
  if (how === 'page') response.writeHead(200, { 'content-type': 'text/html' }).end(portalPage);
  else response.writeHead(302, { location: 'http://localhost:9/wifi' }).end();
}

/** The page of another build, which says which one it is, and the worker that stores it. */
function filesOf(build: number): Map<string, Buffer> {
  const page = readFileSync(join(root, 'index.html'), 'utf8');
  const files = new Map<string, string | Uint8Array>();
  for (const path of globSync('**/*', { cwd: root })) {
    const isPart = /\.(br|gz)$/.test(path) || path === worker || path.startsWith('.');
    if (!isPart && statSync(join(root, path)).isFile()) files.set(path, readFileSync(join(root, path)));
  }
  const newPage = page.replace('</title>', `</title><meta name="build" content="${build}" />`);
  files.set('index.html', newPage);
  const [, ...script] = readFileSync(join(root, worker), 'utf8').split('\n');
  return new Map([
    ['/index.html', Buffer.from(newPage)],
    [`/${worker}`, Buffer.from(withFiles(script.join('\n'), files))],
  ]);
}

/** The build that a page was opened with; 0 for the one in `dist/web`. */
export const buildOf = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.querySelector('meta[name="build"]')?.getAttribute('content') ?? 0));

function serve(file: Buffer, { url = '' }: IncomingMessage, response: ServerResponse): void {
  const type = url.includes('.js') ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8';
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' });
  response.end(file);
}
