import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { WebSocket } from 'ws';
import { register } from '../../contract/account.ts';
import type { Call, Endpoint, Response } from '../../contract/endpoint.ts';
import { livePath, protocol, type ServerMessage } from '../../contract/live.ts';
import { createTeam } from '../../contract/teams.ts';
import { parseConfig } from '../../server/config.ts';
import { openPostgresStore } from '../../server/database/postgres/postgres.ts';
import { openSqliteStore } from '../../server/database/sqlite/sqlite.ts';
import { startServer } from '../../server/server.ts';
import { databaseUrlOf } from '../stores/test-store.ts';

export interface RunningServer {
  readonly address: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** The real server in a data directory of its own, on a port that the system chooses. */
export async function runServer(
  given: {
    dataDir?: string;
    now?: () => number;
    timeout?: (milliseconds: number) => AbortSignal;
    env?: Record<string, string>;
    log?: pino.Logger;
    interfaces?: typeof networkInterfaces;
  } = {},
): Promise<RunningServer> {
  const dataDir = given.dataDir ?? mkdtempSync(join(tmpdir(), 'lineup-'));
  const url = await databaseUrlOf(dataDir);
  const env = { PORT: '0', DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) };
  const config = parseConfig({ ...env, ...given.env });
  const log = given.log ?? pino({ level: 'error' }, pino.destination({ fd: 2, sync: true }));
  const server = await startServer(config, {
    async openStore({ databaseUrl }) {
      if (databaseUrl === null) return openSqliteStore(join(dataDir, 'lineup.db'));
      const store = await openPostgresStore(databaseUrl);
      mkdirSync(dataDir, { recursive: true });
      // A time that a test sets is to the millisecond.
      return given.now ? { ...store, clockOffset: () => 0 } : store;
    },
    log,
    now: given.now ?? Date.now,
    timeout: given.timeout ?? AbortSignal.timeout,
    interfaces: given.interfaces ?? networkInterfaces,
  });
  return {
    address: server.address,
    dataDir,
    async stop() {
      await server.close();
      if (given.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Answer<Value> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The answer of a success; of a refusal it is the problem, so look at `status` first. */
  readonly value: Value;
}

/** How it was refused: the status and the problem. */
export const problemOf = ({ status, value }: Pick<Answer<unknown>, 'status' | 'value'>): unknown[] => [
  status,
  (value as { problem: unknown }).problem,
];

/** Someone at a browser, with its cookies. */
export interface Visitor {
  call<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<Answer<Response<E>>>;
  /** Any request at all, by its path. */
  send(path: string, init?: RequestInit): Promise<Answer<unknown>>;
  cookie(): string;
  /** Opens the live connection; rejects with the status when it is refused. */
  live(headers?: Record<string, string>): Promise<WebSocket>;
}

/** `always`: headers of each request. */
export function visit(
  address: string,
  jar = new Map<string, string>(),
  always: Record<string, string> = {},
): Visitor {
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  async function send(path: string, init: RequestInit = {}): Promise<Answer<unknown>> {
    const headers = new Headers({ ...always, ...Object.fromEntries(new Headers(init.headers)) });
    if (jar.size > 0) headers.set('cookie', cookie());
    const response = await fetch(address + path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      value: type.startsWith('application/json')
        ? JSON.parse(text)
        : /^text\/(csv|plain)/.test(type)
          ? text
          : undefined,
    };
  }

  return {
    send,
    cookie,
    call(endpoint, call) {
      const { params, query, body } = call as {
        params?: Record<string, string>;
        query?: Record<string, string>;
        body?: unknown;
      };
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params?.[name] ?? '');
      const search = query ? `?${new URLSearchParams(query)}` : '';
      const sent =
        body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      return send(path + search, { method: endpoint.method, ...sent }) as Promise<Answer<never>>;
    },
    live: (headers = {}) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(address.replace('http', 'ws') + livePath, {
          headers: { cookie: cookie(), ...headers },
        });
        socket.once('open', () => resolve(socket));
        socket.once('unexpected-response', (_, response) => reject(response.statusCode));
        socket.once('error', reject);
      }),
  };
}

/** The next message of a type on a live connection. */
export const heard = (socket: WebSocket, type: ServerMessage['type']): Promise<ServerMessage> =>
  new Promise((resolve) => {
    socket.on('message', function hear(data) {
      const message: ServerMessage = JSON.parse(String(data));
      if (message.type !== type) return;
      socket.off('message', hear);
      resolve(message);
    });
  });

/** Sends hello, and returns the server's answer. */
export function greet(socket: WebSocket): Promise<ServerMessage> {
  socket.send(JSON.stringify({ type: 'hello', protocol }));
  return heard(socket, 'me');
}

export const person = (name: string, email = `${name.toLowerCase()}@example.com`) => ({
  firstName: name,
  lastName: 'Sample',
  email,
  password: 'a good long password',
});

/** Registers a person, who is signed in afterwards. */
export async function newcomer(address: string, name: string): Promise<Visitor> {
  const visitor = visit(address);
  const { status, text } = await visitor.call(register, { body: person(name) });
  if (status !== 200) throw new Error(text);
  return visitor;
}

/** The same person, signed in with another browser. */
export async function signInElsewhere(
  address: string,
  name: string,
  headers: Record<string, string> = {},
): Promise<Visitor> {
  const visitor = visit(address);
  const { email, password } = person(name);
  const { status, text } = await visitor.send('/api/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password }),
  });
  if (status !== 200) throw new Error(text);
  return visitor;
}

export const teamForm = {
  name: 'Store 12',
  areas: ['Front of House', 'Kitchen'],
  breakMinMinutes: 300,
  breakTimerMinutes: 30,
  dayStart: '4:00 AM',
  timeZone: 'America/New_York',
  sample: false,
};

/** Returns the id of a new team. */
export async function newTeam(visitor: Visitor, form: Partial<typeof teamForm> = {}): Promise<string> {
  const { status, text, value } = await visitor.call(createTeam, { body: { ...teamForm, ...form } });
  if (status !== 200) throw new Error(text);
  return value.team;
}
