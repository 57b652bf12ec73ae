import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** For whoever restarts a server that no longer answers. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the server is up',
  access: 'anyone',
  response: z.strictObject({ status: z.literal('up') }),
  problems: [],
});

/** The same, where ONCE asks. */
export const getUp = endpoint({ ...getHealth, path: '/up' });

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
export const getReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'Whether the server should get requests',
  access: 'anyone',
  response: readiness,
  problems: [],
});

export const getMetrics = endpoint({
  method: 'GET',
  path: '/metrics',
  summary: 'Metrics for Prometheus',
  access: 'operator',
  response: z.string(),
  contentType: 'text/plain',
  problems: ['too-many-requests'],
});
