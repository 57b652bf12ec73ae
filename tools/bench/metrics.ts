/** What servers say of themselves at /metrics, added up. */
export interface Metrics {
  counter(name: string): number;
  /** How often each upper bound was not exceeded, by the bounds of a histogram, ascending. */
  buckets(name: string): ReadonlyMap<number, number>;
}

export async function fetchMetrics(ports: readonly number[]): Promise<Metrics> {
  const texts = await Promise.all(
    ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  );
  return parseMetrics(texts);
}

export function parseMetrics(texts: readonly string[]): Metrics {
  const lines = texts.flatMap((text) => text.split('\n'));
  return {
    counter: (name) =>
      lines.filter((line) => line.startsWith(`${name} `)).reduce((sum, line) => sum + amountOf(line), 0),
    buckets(name) {
      const counts = new Map<number, number>();
      for (const line of lines) {
        if (!line.startsWith(`${name}_bucket{`)) continue;
        const text = /le="([^"]+)"/.exec(line)?.[1] ?? '';
        const bound = text === '+Inf' ? Number.POSITIVE_INFINITY : Number(text);
        counts.set(bound, (counts.get(bound) ?? 0) + amountOf(line));
      }
      return counts;
    },
  };
}

const amountOf = (line: string): number => Number(line.slice(line.lastIndexOf(' ') + 1));

/**
 * The value that a share of what happened between two readings did not exceed. Within a bucket it is taken to be as evenly
 * spread as Prometheus takes it.
 */
export function quantileBetween(before: Metrics, after: Metrics, name: string, share: number): number {
  const earlier = before.buckets(name);
  const counts = [...after.buckets(name)].map(
    ([bound, count]) => [bound, count - (earlier.get(bound) ?? 0)] as const,
  );
  const wanted = share * (counts.at(-1)?.[1] ?? 0);
  let [lowest, passed] = [0, 0];
  for (const [bound, count] of counts) {
    if (count >= wanted && count > passed) {
      const within = (wanted - passed) / (count - passed);
      return Number.isFinite(bound) ? lowest + (bound - lowest) * within : lowest;
    }
    [lowest, passed] = [bound, count];
  }
  return Number.NaN;
}
