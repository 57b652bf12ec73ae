import type { FastifyInstance } from 'fastify';
import { getHealth, getMetrics, getReadiness, getUp } from '../../contract/monitoring.ts';
import type { IsAllowedHost } from '../door/allowed-hosts.ts';
import { sendProblem } from '../door/endpoint.ts';
import { METRICS_LIMIT } from '../door/request-limits.ts';
import type { Health } from '../maintenance/health.ts';
import { createMetricsAccess } from './metrics-access.ts';
import type { Telemetry } from './telemetry.ts';

interface Dependencies {
  readonly health: Health;
  readonly telemetry: Telemetry;
  /** Null to let only programs on this machine read the metrics. */
  readonly metricsToken: string | null;
  readonly publicUrl: URL | null;
  readonly isAllowedHost: IsAllowedHost;
}

/**
 * What watches the server asks here. These requests don't wait for their turn like others: a server with much to do still
 * answers.
 */
export function serveMonitoring(app: FastifyInstance, dependencies: Dependencies): void {
  const { health, telemetry, metricsToken, publicUrl, isAllowedHost } = dependencies;
  const mayRead = createMetricsAccess(metricsToken, publicUrl);

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

  app.get(getMetrics.path, { config: { rateLimit: METRICS_LIMIT } }, async ({ raw }, reply) => {
    reply.header('cache-control', 'no-store');
    if (!mayRead(raw)) return sendProblem(reply, { code: 'not-found' });
    const { registry } = telemetry;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
