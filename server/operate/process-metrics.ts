import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Milliseconds between two looks at the event loop. */
const RESOLUTION = 20;
const NANOSECONDS = 1e9;

/**
 * Metrics of the process, under the names that prom-client gives them. Its own default metrics also list every open connection
 * at each reading. Returns how to stop.
 */
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
