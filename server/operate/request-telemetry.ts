import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Proxies } from '../door/proxies.ts';
import { newId } from '../id.ts';
import type { Telemetry } from './telemetry.ts';
import type { Span } from './tracer.ts';

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
