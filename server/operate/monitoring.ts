import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { getHealth, getMetrics, getReadiness, getUp, type Readiness } from '../../contract/monitoring.ts';
import { isLoopback } from '../address.ts';
import type { Store } from '../database/store.ts';
import { type Parts, sendProblem } from '../door/endpoint.ts';
import { bearerOf } from '../door/guard.ts';
import type { Proxies } from '../door/proxies.ts';
import { createRateLimit, limitCalls } from '../door/rate-limit.ts';
import { newId } from '../id.ts';
import type { Telemetry } from '../telemetry.ts';
import type { Backups } from './backups.ts';
import type { Span } from './tracer.ts';

/** In milliseconds. Monitoring gives up as quickly, and people don't wait longer for a commit either. */
const LONGEST_PROBE = 2_000;
/** Anyone can ask, and every probe is a write: later requests share an answer for this long, in milliseconds. */
const VALID_FOR = 1_000;

export type Health = ReturnType<typeof createHealth>;

/** Says whether changes can be stored, by storing something. */
export function createHealth({
  store,
  backups,
  isDraining,
  log,
}: {
  readonly store: Pick<Store, 'probe'>;
  readonly backups: Pick<Backups, 'state'> | null;
  readonly isDraining: () => boolean;
  readonly log: { error(error: unknown): void };
}) {
  let last: { readonly report: Promise<Readiness>; readonly at: number } | null = null;
  /** A probe that takes too long is shared: a second one would only join the queue behind it. */
  let probing: Promise<boolean> | null = null;
  let hasFailed = false;

  async function probe(): Promise<boolean> {
    try {
      await store.probe();
      hasFailed = false;
      return true;
    } catch (error) {
      // Once for each failure, not for each request.
      if (!hasFailed) log.error(error);
      hasFailed = true;
      return false;
    } finally {
      probing = null;
    }
  }

  /** A failed backup is no reason to take the server out of service. */
  async function report(): Promise<Readiness> {
    probing ??= probe();
    const isReady = await Promise.race([probing, delay(LONGEST_PROBE, false, { ref: false })]);
    const status = isReady ? 'ready' : 'storage-failed';
    return backups ? { status, backup: backups.state() } : { status };
  }

  return {
    async check(): Promise<Readiness> {
      if (isDraining()) return { status: 'draining' };
      const at = performance.now();
      if (last === null || at - last.at > VALID_FOR) last = { report: report(), at };
      return last.report;
    },
  };
}

/** Headers that proxies add. */
const ofProxies = /^(forwarded|via|x-forwarded-.+|x-real-ip)$/;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Without a token, programs on this machine; nobody behind a proxy, whose requests all come from this machine. */
function createMetricsAccess(token: string | null, publicUrl: URL | null) {
  const isBehindProxy = publicUrl !== null && !isLocalHost(publicUrl.host);
  const expected = token === null ? null : digest(token);

  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean => {
    if (expected) return timingSafeEqual(digest(bearerOf(headers) ?? ''), expected);
    if (isBehindProxy || Object.keys(headers).some((name) => ofProxies.test(name))) return false;
    // An IPv4 address reaches a server that listens on IPv6 in another form.
    const from = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    return isLoopback(from) && isLocalHost(headers.host ?? '');
  };
}

/** Whether a Host header names this machine, as a page of another site can't. */
function isLocalHost(host: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
  return name === 'localhost' || (isIP(name) !== 0 && isLoopback(name));
}

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null;
  }
}

/** In the log, each line of a request has its id. A trusted proxy can choose it. */
export function requestIdOf(request: IncomingMessage, proxies: Proxies): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) && proxies.isProxied(request)
    ? given
    : newId();
}

/** Counts, times and traces requests, by the patterns of their routes: paths have ids, and links with secrets. */
export function addRequestTelemetry(app: FastifyInstance, telemetry: Telemetry, proxies: Proxies): void {
  app.decorateRequest('span', null);

  app.addHook('onRequest', (request, _, done) => {
    const { traceparent } = request.headers;
    const isTrusted = typeof traceparent === 'string' && proxies.isProxied(request.raw);
    const name = `${request.method} ${request.routeOptions.url ?? ''}`.trim();
    request.span = telemetry.tracer.request(name, isTrusted ? traceparent : undefined, done);
  });

  app.addHook('onResponse', async (request, reply) => {
    const { method, span } = request;
    const route = request.routeOptions.url ?? 'none';
    const milliseconds = reply.elapsedTime;
    const status = reply.statusCode;
    telemetry.answered({ method, route, status, milliseconds });
    request.log.info({ method, route, status, milliseconds: Math.round(milliseconds) }, 'request');
    span?.set({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status });
    if (status >= 500) span?.fail();
    span?.end();
  });
}

/** Calls for metrics a minute, from one network address: a token is not tried out by the million. */
const MOST_READINGS = 120;

/** These requests don't wait for their turn: a server with much to do still answers. */
export function serveMonitoring(
  app: FastifyInstance,
  {
    health,
    telemetry,
    config,
    isAllowedHost,
    now,
  }: Pick<Parts, 'config' | 'isAllowedHost' | 'now'> & {
    readonly health: Health;
    readonly telemetry: Telemetry;
  },
): void {
  const mayRead = createMetricsAccess(config.running.metricsToken, config.publicUrl);

  for (const { path } of [getHealth, getUp]) {
    app.get(path, async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'up' }));
  }

  app.get(getReadiness.path, async ({ headers }, reply) => {
    const report = await health.check();
    const { status } = report;
    // Pages of other sites can ask under a name of theirs.
    const isOwnName = isAllowedHost(headers.host);
    return reply
      .code(status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(isOwnName ? report : { status });
  });

  // Every node has metrics of its own, and one program may read those of all nodes.
  const onRequest = limitCalls(createRateLimit(MOST_READINGS, now));
  app.get(getMetrics.path, { onRequest }, async ({ raw }, reply) => {
    reply.header('cache-control', 'no-store');
    if (!mayRead(raw)) return sendProblem(reply, { code: 'not-found' });
    const { registry } = telemetry;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
