import type { Outcome } from '../../domain/problem/problem.ts';
import { createRegistry, type Registry } from './metric.ts';
import { noTraces, type Tracer } from './tracer.ts';

/** What the server measures of its work: metrics, and traces if they are configured. */
export interface Telemetry {
  /** An answer to a request: the pattern of its route, such as /api/teams/:team/layouts, and its status. */
  answered(request: { method: string; route: string; status: number; milliseconds: number }): void;
  /** A change, from when it waits to when it is answered. */
  change<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>>;
  /** A commit of so many changes. */
  commit<T>(changes: number, work: () => Promise<T>): Promise<T>;
  /** Requests that are decided again, because their documents were changed elsewhere meanwhile. */
  retried(requests: number): void;
  /** Pages began or stopped to watch a document. */
  watching(by: 1 | -1): void;
  /** Live connections opened or closed. */
  connected(by: 1 | -1): void;
  /** A change of another node reached the pages of this one, so many milliseconds after it was made. */
  followed(milliseconds: number): void;
  /** What other nodes told may have been missed. */
  missed(): void;
  /** A schedule that a provider is asked for. */
  reading<T>(provider: string, work: () => Promise<Outcome<T>>): Promise<Outcome<T>>;
  readonly registry: Registry;
  readonly tracer: Tracer;
}

/** In seconds. */
const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const slow = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 1_000];

/** `clock` counts milliseconds; it isn't the time of day. */
export function createTelemetry({
  tracer = noTraces,
  clock = () => performance.now(),
}: {
  readonly tracer?: Tracer;
  readonly clock?: () => number;
} = {}): Telemetry {
  const registry = createRegistry();
  const requests = registry.counter({
    name: 'lineup_http_requests_total',
    help: 'Answered requests, by route and status.',
    labels: ['method', 'route', 'status'],
  });
  const requestSeconds = registry.histogram({
    name: 'lineup_http_request_seconds',
    help: 'Time from a request to its answer.',
    buckets: quick,
  });
  const accepted = registry.counter({
    name: 'lineup_changes_accepted_total',
    help: 'Changes that were made durable.',
  });
  const refused = registry.counter({
    name: 'lineup_changes_refused_total',
    help: 'Changes that were refused, by the code of the problem.',
    labels: ['problem'],
  });
  const waiting = registry.gauge({ name: 'lineup_changes_waiting', help: 'Changes without an answer.' });
  const changeSeconds = registry.histogram({
    name: 'lineup_change_seconds',
    help: 'Time from a change to its answer.',
    buckets: quick,
  });
  const retriedTotal = registry.counter({
    name: 'lineup_changes_retried_total',
    help: 'Changes decided again because another node changed their document first.',
  });
  const commitChanges = registry.histogram({
    name: 'lineup_commit_changes',
    help: 'Changes in one commit.',
    buckets: sizes,
  });
  const commitSeconds = registry.histogram({
    name: 'lineup_commit_seconds',
    help: 'Time of a commit in the store.',
    buckets: quick,
  });
  const watchers = registry.gauge({
    name: 'lineup_watchers',
    help: 'Documents that pages watch, counted for each page.',
  });
  const connections = registry.gauge({
    name: 'lineup_live_connections',
    help: 'Pages with a live connection.',
  });
  const lag = registry.histogram({
    name: 'lineup_node_lag_seconds',
    help: 'Time from a change on another node to the pages of this one.',
    buckets: quick,
  });
  const gaps = registry.counter({
    name: 'lineup_node_gaps_total',
    help: 'Times that the connection to other nodes was opened, so that something may have been missed.',
  });
  const readings = registry.counter({
    name: 'lineup_provider_readings_total',
    help: 'Schedules asked for from providers, by provider and result: ok or the code of the problem.',
    labels: ['provider', 'result'],
  });
  const readingSeconds = registry.histogram({
    name: 'lineup_provider_reading_seconds',
    help: 'Time that a provider takes for a schedule.',
    labels: ['provider'],
    buckets: slow,
  });
  const secondsSince = (start: number) => (clock() - start) / 1_000;

  return {
    registry,
    tracer,

    answered({ method, route, status, milliseconds }) {
      requests.add(1, method, route, String(status));
      requestSeconds.observe(milliseconds / 1_000);
    },

    async change(work) {
      const start = clock();
      waiting.add(1);
      try {
        const outcome = await tracer.span('change', {}, work);
        if (outcome.ok) accepted.add();
        else refused.add(1, outcome.problem.code);
        return outcome;
      } finally {
        waiting.add(-1);
        changeSeconds.observe(secondsSince(start));
      }
    },

    async commit(changes, work) {
      const start = clock();
      try {
        return await tracer.span('commit', { 'lineup.changes': changes }, work);
      } finally {
        commitChanges.observe(changes);
        commitSeconds.observe(secondsSince(start));
      }
    },

    retried: (count) => retriedTotal.add(count),
    watching: (by) => watchers.add(by),
    connected: (by) => connections.add(by),
    followed: (milliseconds) => lag.observe(Math.max(0, milliseconds) / 1_000),
    missed: () => gaps.add(),

    async reading(provider, work) {
      const start = clock();
      const outcome = await tracer.span('schedule reading', { 'lineup.provider': provider }, work);
      readings.add(1, provider, outcome.ok ? 'ok' : outcome.problem.code);
      readingSeconds.observe(secondsSince(start), provider);
      return outcome;
    },
  };
}
