import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Outcome } from '../domain/problem/problem.ts';
import { noTraces, type Tracer } from './operate/tracer.ts';

/** Milliseconds between two looks at the event loop. */
const RESOLUTION = 20;
const NANOSECONDS = 1e9;

/** Under the names of prom-client, whose own metrics also list every open connection. Returns how to stop. */
export function measureProcess(registry: Registry): () => void {
  const registers = [registry];
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const startedAt = Date.now() / 1_000 - process.uptime();
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(value());
      },
    });

  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time in seconds.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.', () => startedAt);
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  gauge('nodejs_heap_size_used_bytes', 'Memory of objects.', () => process.memoryUsage().heapUsed);
  gauge(
    'nodejs_external_memory_bytes',
    'Memory outside of the heap, such as buffers.',
    () => process.memoryUsage().external,
  );
  new Gauge({
    name: 'lineup_event_loop_delay_seconds',
    help: 'How late the event loop was since the metrics were last read.',
    labelNames: ['quantile'],
    registers,
    collect() {
      // A timer is due after the resolution at the earliest, so what is above it is the delay.
      const seconds = (value: number) =>
        Number.isFinite(value) ? Math.max(0, value / NANOSECONDS - RESOLUTION / 1_000) : 0;
      for (const quantile of [50, 99])
        this.set({ quantile: String(quantile / 100) }, seconds(delay.percentile(quantile)));
      this.set({ quantile: '1' }, seconds(delay.max));
      delay.reset();
    },
  });
  return () => delay.disable();
}

export type Telemetry = ReturnType<typeof createTelemetry>;

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
} = {}) {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: Label[] = [],
  ) => new Histogram({ name, help, buckets, labelNames, registers });

  const requests = counter('lineup_http_requests_total', 'Answered requests, by route and status.', [
    'method',
    'route',
    'status',
  ]);
  const requestSeconds = histogram(
    'lineup_http_request_seconds',
    'Time from a request to its answer.',
    quick,
  );
  const accepted = counter('lineup_changes_accepted_total', 'Changes that were made durable.');
  const refused = counter(
    'lineup_changes_refused_total',
    'Changes that were refused, by the code of the problem.',
    ['problem'],
  );
  const waiting = gauge('lineup_changes_waiting', 'Changes without an answer.');
  const changeSeconds = histogram('lineup_change_seconds', 'Time from a change to its answer.', quick);
  const retriedTotal = counter(
    'lineup_changes_retried_total',
    'Changes decided again because another node changed their document first.',
  );
  const commitChanges = histogram('lineup_commit_changes', 'Changes in one commit.', sizes);
  const commitSeconds = histogram('lineup_commit_seconds', 'Time of a commit in the store.', quick);
  const watchers = gauge('lineup_watchers', 'Documents that pages watch, counted for each page.');
  const connections = gauge('lineup_live_connections', 'Pages with a live connection.');
  const lag = histogram(
    'lineup_node_lag_seconds',
    'Time from a change on another node to the pages of this one.',
    quick,
  );
  const gaps = counter(
    'lineup_node_gaps_total',
    'Times that the connection to other nodes was opened, so that something may have been missed.',
  );
  const readings = counter(
    'lineup_provider_readings_total',
    'Schedules asked for from providers, by provider and result: ok or the code of the problem.',
    ['provider', 'result'],
  );
  const readingSeconds = histogram(
    'lineup_provider_reading_seconds',
    'Time that a provider takes for a schedule.',
    slow,
    ['provider'],
  );
  const secondsSince = (start: number) => (clock() - start) / 1_000;

  return {
    registry,
    tracer,

    /** An answer to a request: the pattern of its route, such as /api/teams/:team/layouts, and its status. */
    answered(answer: Record<'method' | 'route', string> & Record<'status' | 'milliseconds', number>): void {
      const { method, route, status, milliseconds } = answer;
      requests.inc({ method, route, status });
      requestSeconds.observe(milliseconds / 1_000);
    },

    /** A change, from when it waits to when it is answered. */
    async change<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
      const start = clock();
      waiting.inc();
      try {
        const outcome = await tracer.span('change', {}, work);
        if (outcome.ok) accepted.inc();
        else refused.inc({ problem: outcome.problem.code });
        return outcome;
      } finally {
        waiting.dec();
        changeSeconds.observe(secondsSince(start));
      }
    },

    async commit<T>(changes: number, work: () => Promise<T>): Promise<T> {
      const start = clock();
      try {
        return await tracer.span('commit', { 'lineup.changes': changes }, work);
      } finally {
        commitChanges.observe(changes);
        commitSeconds.observe(secondsSince(start));
      }
    },

    /** Requests that are decided again, because their documents were changed elsewhere meanwhile. */
    retried: (count: number) => retriedTotal.inc(count),
    watching: (by: 1 | -1) => watchers.inc(by),
    connected: (by: 1 | -1) => connections.inc(by),
    /** A change of another node reached the pages of this one, so many milliseconds after it was made. */
    followed: (milliseconds: number) => lag.observe(Math.max(0, milliseconds) / 1_000),
    /** What other nodes told may have been missed. */
    missed: () => gaps.inc(),

    async reading<T>(provider: string, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
      const start = clock();
      const outcome = await tracer.span('schedule reading', { 'lineup.provider': provider }, work);
      readings.inc({ provider, result: outcome.ok ? 'ok' : outcome.problem.code });
      readingSeconds.observe({ provider }, secondsSince(start));
      return outcome;
    },
  };
}
