/** Bars beside each other, as a picture for the docs. */
export interface Chart {
  /** Of the file. */
  readonly name: string;
  readonly title: string;
  /** Written after each value. */
  readonly unit: string;
  /** A line across all bars. */
  readonly mark?: { readonly value: number; readonly label: string };
  readonly bars: readonly Bar[];
}

interface Bar {
  readonly label: string;
  readonly value: number;
}

const width = 860;
const margin = 16;
const labels = 400;
const values = 80;
const rowHeight = 26;
const barHeight = 16;
const head = 56;
const longest = width - labels - values - 2 * margin;

/** The colors have a contrast of at least 4.5 with what is behind them, on light pages and on dark ones. */
const style = `
  .paper { fill: #ffffff } text { fill: #1f2328; font: 13px system-ui, sans-serif }
  .title { font-weight: 600; font-size: 15px } .bar { fill: #2563a8 } .mark { stroke: #b42318; stroke-width: 2 }
  .mark-label { fill: #b42318; font-size: 12px }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117 } text { fill: #e6edf3 } .bar { fill: #6cb0f5 }
    .mark { stroke: #ff8f85 } .mark-label { fill: #ff8f85 }
  }`;

/** Draws it as SVG, with the same words as the table beside it. */
export function drawBars({ title, unit, mark, bars }: Chart): string {
  const most = Math.max(...bars.map(({ value }) => value), mark?.value ?? 0);
  const lengthOf = (value: number) => (most > 0 ? Math.round((value / most) * longest) : 0);
  const start = margin + labels;
  const height = head + bars.length * rowHeight + margin;
  const rows = bars.flatMap(({ label, value }, index) => {
    const top = head + index * rowHeight;
    const middle = top + barHeight - 3;
    const length = lengthOf(value);
    return [
      `<text x="${start - 10}" y="${middle}" text-anchor="end">${escaped(label)}</text>`,
      `<rect class="bar" x="${start}" y="${top}" width="${length}" height="${barHeight}" rx="2"/>`,
      `<text x="${start + length + 8}" y="${middle}">${escaped(written(value) + unit)}</text>`,
    ];
  });
  const place = start + lengthOf(mark?.value ?? 0);
  const line = mark
    ? [
        `<line class="mark" x1="${place}" x2="${place}" y1="${head - 8}" y2="${height - margin}"/>`,
        `<text class="mark-label" x="${place}" y="${head - 14}" text-anchor="middle">${escaped(mark.label)}</text>`,
      ]
    : [];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    `<rect class="paper" width="${width}" height="${height}" rx="6"/>`,
    `<text class="title" x="${margin}" y="24">${escaped(title)}</text>`,
    ...rows,
    ...line,
    '</svg>',
    '',
  ].join('\n');
}

const written = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en-US')
    : value >= 10
      ? value.toFixed(1)
      : value.toFixed(2);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
