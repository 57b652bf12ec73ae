import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** For whoever restarts a server that no longer answers. */
export const getHealth = endpoint('GET /healthz', 'anyone', {
  summary: 'Whether the server is up',
  response: z.strictObject({ status: z.literal('up') }),
});

/** The same, where ONCE asks. */
export const getUp = { ...getHealth, path: '/up' } as const;

export const readiness = z.strictObject({
  /** `draining`: the server is about to stop. */
  status: z.enum(['ready', 'draining', 'storage-failed']),
  /** Only under the server's own names, and if backups are scheduled. */
  backup: z.optional(
    z.strictObject({
      at: z.nullable(z.string()),
      hasFailed: z.boolean(),
    }),
  ),
});
export type Readiness = z.infer<typeof readiness>;

/** For load balancers. */
export const getReadiness = endpoint('GET /readyz', 'anyone', {
  summary: 'Whether the server should get requests',
  response: readiness,
});

export const getMetrics = endpoint('GET /metrics', 'operator', {
  summary: 'Metrics for Prometheus',
  response: z.string(),
  contentType: 'text/plain',
  problems: ['too-many-requests'],
});
