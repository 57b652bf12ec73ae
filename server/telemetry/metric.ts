// Metrics in the text format of Prometheus, version 0.0.4.

/** Values of a metric's labels, in the order of their names. */
type Labels = readonly string[];

export interface Counter {
  add(by?: number, ...labels: Labels): void;
}

/** A value that rises and falls. */
export interface Gauge {
  add(by: number): void;
}

export interface Histogram {
  observe(value: number, ...labels: Labels): void;
}

interface Description {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

/** The metrics of one server. */
export interface Registry {
  counter(description: Description): Counter;
  gauge(description: Omit<Description, 'labels'>): Gauge;
  /** A value that is looked up when the metrics are read. */
  measured(description: Description & { type: 'counter' | 'gauge' }, measure: () => Iterable<Sample>): void;
  /** `buckets`: their upper bounds, ascending. */
  histogram(description: Description & { buckets: readonly number[] }): Histogram;
  text(): string;
}

export type Sample = readonly [value: number, ...labels: Labels];

export function createRegistry(): Registry {
  const metrics: (() => string)[] = [];

  function add(description: Description, type: string, lines: () => Iterable<string>): void {
    const { name, help } = description;
    metrics.push(() => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines()].join('\n'));
  }

  return {
    counter(description) {
      const values = new Map<string, { value: number; readonly labels: Labels }>();
      // Without labels there is one value, which is 0 at first.
      if (!description.labels) values.set('', { value: 0, labels: [] });
      add(description, 'counter', () =>
        [...values.values()].map(({ value, labels }) => line(description, labels, value)),
      );
      return {
        add(by = 1, ...labels) {
          const known = values.get(labels.join('\n'));
          if (known) known.value += by;
          else values.set(labels.join('\n'), { value: by, labels });
        },
      };
    },

    gauge(description) {
      let value = 0;
      add(description, 'gauge', () => [line(description, [], value)]);
      return {
        add(by) {
          value += by;
        },
      };
    },

    measured(description, measure) {
      add(description, description.type, () =>
        [...measure()].map(([value, ...labels]) => line(description, labels, value)),
      );
    },

    histogram(description) {
      const { buckets } = description;
      const series = new Map<string, { readonly counts: number[]; sum: number; readonly labels: Labels }>();
      const seriesOf = (labels: Labels) => {
        const key = labels.join('\n');
        const known = series.get(key) ?? { counts: new Array(buckets.length + 1).fill(0), sum: 0, labels };
        series.set(key, known);
        return known;
      };
      if (!description.labels) seriesOf([]);
      add(description, 'histogram', () =>
        [...series.values()].flatMap((each) => histogramLines(description, buckets, each)),
      );
      return {
        observe(value, ...labels) {
          const each = seriesOf(labels);
          const bucket = buckets.findIndex((bound) => value <= bound);
          const index = bucket === -1 ? buckets.length : bucket;
          each.counts[index] = (each.counts[index] ?? 0) + 1;
          each.sum += value;
        },
      };
    },

    text: () => `${metrics.map((each) => each()).join('\n')}\n`,
  };
}

function histogramLines(
  description: Description,
  buckets: readonly number[],
  { counts, sum, labels }: { readonly counts: readonly number[]; sum: number; readonly labels: Labels },
): string[] {
  const { name, labels: names = [] } = description;
  const bucketed = { name: `${name}_bucket`, labels: [...names, 'le'] };
  let total = 0;
  const lines = counts.map((count, index) => {
    total += count;
    return line(bucketed, [...labels, String(buckets[index] ?? '+Inf')], total);
  });
  return [
    ...lines,
    line({ name: `${name}_sum`, labels: names }, labels, sum),
    line({ name: `${name}_count`, labels: names }, labels, total),
  ];
}

function line(
  { name, labels: names = [] }: Pick<Description, 'name' | 'labels'>,
  labels: Labels,
  value: number,
): string {
  const pairs = names.map((label, index) => `${label}="${escaped(labels[index] ?? '')}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
