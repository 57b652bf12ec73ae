import type { TracesConfig } from '../config.ts';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  set(attributes: Attributes): void;
  fail(): void;
  end(): void;
}

/** Records what takes how long. Names and attributes never have anything about people or their teams. */
export interface Tracer {
  /** Records `work`, as part of what it is called in. */
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /**
   * Records a request until the span is ended; `run` calls the rest of the request. `traceparent` is the header of whoever
   * sent it, if that is trusted. Null if nothing is recorded.
   */
  request(name: string, traceparent: string | undefined, run: () => void): Span | null;
  close(): Promise<void>;
}

export const noTraces: Tracer = {
  span: (_name, _attributes, work) => work(),
  request(_name, _traceparent, run) {
    run();
    return null;
  },
  close: async () => {},
};

/** The packages of OpenTelemetry are loaded only if they are used. */
export async function openTracer(
  config: TracesConfig | null,
  log: { warn(message: string): void },
): Promise<Tracer> {
  if (config === null) return noTraces;
  const { openTelemetryTracer } = await import('./open-telemetry.ts');
  return openTelemetryTracer(config, log);
}
