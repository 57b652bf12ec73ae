import { WebSocket } from 'ws';
import { livePath, protocol } from '../../../contract/live.ts';
import type { Change, DocumentBody } from '../../../domain/change/change.ts';
import { register } from '../servers.ts';

export interface Hostile {
  readonly port: number;
  readonly email: string;
  readonly cookie: string;
  readonly team: string;
}

export type Store = (document: string, change: Change) => Promise<void>;

export interface Abuse {
  readonly title: string;
  /** Documents that the hostile person made before, at leisure. */
  prepare?(store: Store): Promise<void>;
  /** Starts it, and returns one round of it, which is repeated until the time is up. */
  start(hostile: Hostile): Promise<() => Promise<void>>;
}

export async function makeHostile(
  port: number,
  email: string,
  prepare: (store: Store) => Promise<void>,
): Promise<Hostile> {
  const { call, team } = await register(port, email);
  let made = 0;
  await prepare(async (document, change) => {
    const envelope = { id: `prepare-${made++}`, change };
    await call(`/api/teams/${team}/documents/${document}/changes`, envelope);
  });
  return { port, email, cookie: call.cookie(), team };
}

export const creation = (layout: DocumentBody & { kind: 'layout' }): Change => ({
  type: 'layout.create',
  layout,
});

/** An open page, which looks at answers as little as it can. */
export interface Page {
  readonly socket: WebSocket;
  readonly epoch: string;
  say(text: string): void;
  /** Resolves with the first `count` messages of these types, or when the page is disconnected. */
  heard(types: readonly string[], count: number): Promise<void>;
}

export async function openPage({ port, cookie }: Hostile, options: { parts?: boolean } = {}): Promise<Page> {
  const origin = `http://127.0.0.1:${port}`;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`, { headers: { cookie, origin } });
  socket.on('error', () => socket.terminate());
  const heard: Page['heard'] = (types, count) =>
    new Promise((resolve) => {
      let left = count;
      const marks = types.map((type) => `{"type":"${type}"`);
      function look(data: Buffer): void {
        const start = data.toString('latin1', 0, 30);
        if (marks.some((mark) => start.startsWith(mark))) left -= 1;
        if (left === 0) finish();
      }
      function finish(): void {
        socket.off('message', look);
        socket.off('close', finish);
        resolve();
      }
      socket.on('message', look);
      socket.on('close', finish);
      if (socket.readyState >= WebSocket.CLOSING) finish();
    });
  const greeted = heard(['me', 'problem'], 1);
  let epoch = '';
  socket.once('message', (hello) => {
    epoch = JSON.parse(String(hello)).epoch;
  });
  socket.once('open', () => socket.send(JSON.stringify({ type: 'hello', protocol, ...options })));
  await greeted;
  return {
    socket,
    epoch,
    heard,
    say(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
  };
}

export const times = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(index));

export async function post({ port }: Hostile, path: string, body: string, cookie = ''): Promise<void> {
  const headers = { 'content-type': 'application/json', cookie };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  await response.arrayBuffer();
}

export async function get({ port, cookie }: Hostile, path: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
  await response.arrayBuffer();
}
