/** A metric as Prometheus reads it: its type, and its values by their labels. */
export interface ReadMetric {
  readonly type: string;
  /** By what follows the name, such as `_count` or `{method="GET"}`. */
  readonly values: Map<string, number>;
}

const sample =
  /^([a-z_:][\w:]*)((?:\{(?:[a-z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*\})?) (-?[\d.e+-]+|NaN|[+-]Inf)$/i;

/** Throws for anything that Prometheus would not take. */
export function parseMetrics(text: string): Map<string, ReadMetric> {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.');
  const metrics = new Map<string, ReadMetric>();
  let [name, type]: (string | undefined)[] = [];
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, kind, of = '', rest = ''] = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (metrics.has(of)) throw new Error(`${of} comes twice.`);
      [name, type] = [of, undefined];
    } else if (kind === 'TYPE') {
      if (of !== name || !/^(counter|gauge|histogram)$/.test(rest)) throw new Error(line);
      type = rest;
      metrics.set(of, { type, values: new Map() });
    } else {
      const [, full = '', labels = '', value] = sample.exec(line) ?? [];
      const suffix = full.slice(name?.length);
      const allowed = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      const values = metrics.get(name ?? '')?.values;
      const isOwn = full.startsWith(name ?? '?') && allowed.includes(suffix);
      if (!values || !isOwn || values.has(suffix + labels)) throw new Error(line);
      values.set(suffix + labels, Number(value));
    }
  }
  return metrics;
}
