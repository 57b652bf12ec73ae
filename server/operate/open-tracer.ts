import type { TracesConfig } from '../config.ts';
import { noTraces, type Tracer } from './tracer.ts';

/** The packages of OpenTelemetry are loaded only if they are used. */
export async function openTracer(
  config: TracesConfig | null,
  log: { warn(message: string): void },
): Promise<Tracer> {
  if (config === null) return noTraces;
  const { openTelemetryTracer } = await import('./open-telemetry.ts');
  return openTelemetryTracer(config, log);
}
