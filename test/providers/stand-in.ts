import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Faults of a provider; each can be set and cleared while it runs. */
export interface Faults {
  /** All credentials are rejected. */
  wrongPassword?: boolean;
  /** The account may sign in, but not read. */
  forbidden?: boolean;
  /** How many answers ask for a pause; with `retryAfter` they say how long, in seconds or as a date. */
  busy?: { times: number; retryAfter?: string };
  /** How many answers have this status. */
  broken?: { times: number; status: number };
  /** The connection breaks in the middle of each answer. */
  half?: boolean;
  /** Each answer is JSON that ends in the middle. */
  cut?: boolean;
  /** An HTML page instead of the answer. */
  html?: boolean;
  /** No answer at all. */
  hangs?: boolean;
  /** Each answer stops halfway. */
  stalls?: boolean;
  /** Milliseconds before each answer. */
  delay?: number;
}

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Sends text and bytes unchanged, and anything else as JSON. */
  readonly body?: unknown;
}

/** A provider's service on this machine, over real HTTP. */
export interface StandIn {
  /** Such as 'http://127.0.0.1:21000'. */
  readonly address: string;
  /** As OUTGOING_ALLOW names it. */
  readonly host: string;
  readonly faults: Faults;
  /** Every request so far, the newest last. */
  readonly asked: readonly ReceivedRequest[];
  /** How many connections were made, including those without a request. */
  reached(): number;
  /** How many hung up before their answer. */
  left(): number;
  stop(): Promise<void>;
}

/** What Lineup's environment needs to reach these. */
export const outgoingEnv = (
  ...standIns: readonly { readonly host: string; readonly env?: Readonly<Record<string, string>> }[]
): Record<string, string> =>
  Object.assign({}, ...standIns.map(({ env }) => env), {
    OUTGOING_ALLOW: standIns.map(({ host }) => host).join(' '),
  });

export const unauthorized: Reply = { status: 401, body: { error: 'Unauthorized' } };

export async function runStandIn(answer: (asked: ReceivedRequest) => Reply, port = 0): Promise<StandIn> {
  const faults: Faults = {};
  const asked: ReceivedRequest[] = [];
  let left = 0;
  let reached = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://stand-in');
    const { method = 'GET', headers } = request;
    const question = { method, path, query, headers, body };
    asked.push(question);
    if (faults.hangs) return;
    if (faults.delay) await new Promise((resolve) => setTimeout(resolve, faults.delay));
    send(response, faultyReply(faults) ?? answer(question), faults);
  }

  const server = createServer((request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) left++;
    });
    handle(request, response).catch(() => response.destroy());
  });
  server.on('connection', () => reached++);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: `http://${host}`,
    host,
    faults,
    asked,
    reached: () => reached,
    left: () => left,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function faultyReply({ busy, broken, forbidden, html }: Faults): Reply | null {
  if (busy && busy.times-- > 0) {
    return { status: 429, ...(busy.retryAfter && { headers: { 'retry-after': busy.retryAfter } }) };
  }
  if (broken && broken.times-- > 0) return { status: broken.status, body: '<h1>Bad gateway</h1>' };
  if (forbidden) return { status: 403, body: { error: 'Forbidden' } };
  return html ? { headers: { 'content-type': 'text/html' }, body: '<h1>We are improving!</h1>' } : null;
}

function send(response: ServerResponse, { status = 200, headers = {}, body = '' }: Reply, faults: Faults) {
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const whole = isText ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  const middle = whole.subarray(0, whole.length >> 1);
  const text = faults.cut ? middle : whole;
  response.writeHead(status, {
    'content-type': isText ? 'text/plain' : 'application/json',
    'content-length': text.length,
    ...headers,
  });
  if (faults.half) response.write(middle, () => response.destroy());
  else if (faults.stalls) response.write(middle);
  else response.end(text);
}
