import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Registry, Sample } from './metric.ts';

/** Milliseconds between two looks at the event loop. */
const RESOLUTION = 20;
const NANOSECONDS = 1e9;

/** Metrics of the process, by the names that Prometheus' own libraries give them. Returns how to stop. */
export function measureProcess(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const startedAt = Date.now() / 1_000 - process.uptime();
  const measure = (
    [type, name, help]: readonly ['counter' | 'gauge', string, string],
    value: () => number,
  ): void => registry.measured({ type, name, help }, () => [[value()]]);

  measure(['counter', 'process_cpu_seconds_total', 'Processor time in seconds.'], () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  measure(
    ['gauge', 'process_start_time_seconds', 'When the process started, in seconds since 1970.'],
    () => startedAt,
  );
  measure(['gauge', 'process_resident_memory_bytes', 'Resident memory.'], () => process.memoryUsage.rss());
  measure(
    ['gauge', 'nodejs_heap_size_used_bytes', 'Memory of objects.'],
    () => process.memoryUsage().heapUsed,
  );
  measure(
    ['gauge', 'nodejs_external_memory_bytes', 'Memory outside of the heap, such as buffers.'],
    () => process.memoryUsage().external,
  );
  registry.measured(
    {
      type: 'gauge',
      name: 'lineup_event_loop_delay_seconds',
      help: 'How late the event loop was since the metrics were last read.',
      labels: ['quantile'],
    },
    function* (): Iterable<Sample> {
      // A timer is due after the resolution at the earliest, so what is above it is the delay.
      const seconds = (value: number) =>
        Number.isFinite(value) ? Math.max(0, value / NANOSECONDS - RESOLUTION / 1_000) : 0;
      for (const quantile of [50, 99]) yield [seconds(delay.percentile(quantile)), String(quantile / 100)];
      yield [seconds(delay.max), '1'];
      delay.reset();
    },
  );
  return () => delay.disable();
}
