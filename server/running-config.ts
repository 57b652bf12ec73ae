import { StartProblem } from './start-problem.ts';

/** How the server is watched and stopped. */
export interface RunningConfig {
  /** What may read the metrics must send; null to let only programs on this machine read them. */
  readonly metricsToken: string | null;
  readonly logLevel: LogLevel;
  /** Null without traces. */
  readonly traces: TracesConfig | null;
  /** How long the server goes on after it was told to stop, so that pages move to other nodes, in seconds. */
  readonly drainSeconds: number;
  /** How long a start waits for the server before it on the same data to end, in seconds. */
  readonly startWaitSeconds: number;
}

const logLevels = ['error', 'warn', 'info'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface TracesConfig {
  /** Where traces are sent by OTLP over HTTP. */
  readonly url: string;
  readonly serviceName: string;
  /** The share of requests and changes that is traced, from 0 to 1. */
  readonly share: number;
}

const shortestToken = 16;
const mostSeconds = 300;

/** Throws `StartProblem` with a sentence that names the variable. */
export const parseRunning = (given: (name: string) => string | null): RunningConfig => ({
  metricsToken: parseToken(given('METRICS_TOKEN')),
  logLevel: parseLevel(given('LOG_LEVEL') ?? 'warn'),
  traces: parseTraces(given),
  drainSeconds: parseSeconds('DRAIN_SECONDS', given('DRAIN_SECONDS') ?? '0'),
  startWaitSeconds: parseSeconds('START_WAIT_SECONDS', given('START_WAIT_SECONDS') ?? '0'),
});

/** It is a secret, so the sentence doesn't repeat it. */
function parseToken(text: string | null): string | null {
  if (text === null || /^[\x21-\x7e]{16,500}$/.test(text)) return text;
  throw new StartProblem(
    `METRICS_TOKEN is set, but must have at least ${shortestToken} letters, digits and signs, and no spaces.`,
  );
}

function parseLevel(text: string): LogLevel {
  const level = logLevels.find((each) => each === text);
  if (level) return level;
  throw new StartProblem(`LOG_LEVEL is “${text}”, but must be one of ${logLevels.join(', ')}.`);
}

function parseTraces(given: (name: string) => string | null): TracesConfig | null {
  const endpoint = given('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === null) return null;
  const url = URL.parse(endpoint);
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new StartProblem(
      `OTEL_EXPORTER_OTLP_ENDPOINT is “${endpoint}”, but must be an address such as http://localhost:4318.`,
    );
  }
  const share = given('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  if (!/^\d(\.\d{1,6})?$/.test(share) || Number(share) > 1) {
    throw new StartProblem(
      `OTEL_TRACES_SAMPLER_ARG is “${share}”, but must be the share to trace, from 0 to 1, such as 0.05.`,
    );
  }
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    serviceName: given('OTEL_SERVICE_NAME') ?? 'lineup',
    share: Number(share),
  };
}

function parseSeconds(name: string, text: string): number {
  const seconds = Number(text);
  if (/^\d{1,3}$/.test(text) && seconds <= mostSeconds) return seconds;
  throw new StartProblem(
    `${name} is “${text}”, but must be a whole number from 0 to ${mostSeconds} seconds.`,
  );
}
