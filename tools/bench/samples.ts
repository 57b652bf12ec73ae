/** One figure of one system in one pair. `about` says what is measured. */
export interface Sample<System extends string = string> {
  readonly about: string;
  readonly system: System;
  readonly value: number;
}

/** Above this share of the machine, other programs spoil the figures. */
const quiet = 0.05;

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Between two values, it is as far from each as the share says. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** The medians of two systems, and the median and the spread of the ratios of the pairs. */
export interface Comparison {
  readonly about: string;
  readonly base: number;
  readonly value: number;
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
}

/** How `system` compares with `base`, for everything that both were measured in. */
export function compare<System extends string>(
  samples: readonly Sample<System>[],
  base: System,
  system: System,
): readonly Comparison[] {
  return [...new Set(samples.map(({ about }) => about))].flatMap((about) => {
    const of = (wanted: System) =>
      samples.filter((each) => each.about === about && each.system === wanted).map(({ value }) => value);
    const [bases, values] = [of(base), of(system)];
    if (bases.length === 0 || values.length === 0) return [];
    const ratios = values.map((value, pair) => value / (bases[pair] ?? Number.NaN));
    return {
      about,
      base: median(bases),
      value: median(values),
      ratio: median(ratios),
      lowest: Math.min(...ratios),
      highest: Math.max(...ratios),
    };
  });
}

export const show = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 1 ? 1 : 3);

/** The cells of a comparison: both medians, the ratio and its spread. */
export const cellsOf = ({ base, value, ratio, lowest, highest }: Comparison): string[] => [
  show(base),
  show(value),
  `${ratio.toFixed(2)}x`,
  `${lowest.toFixed(2)} to ${highest.toFixed(2)}`,
];

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
}

/** `shares`: how much of the machine other programs used during each measurement. Such a run counts for nothing. */
export function reportOthers(shares: readonly number[]): void {
  const busiest = Math.max(0, ...shares);
  const share = `${(busiest * 100).toFixed(1)} %`;
  if (busiest <= quiet) {
    console.log(`Other programs used up to ${share} of the machine.`);
  } else {
    console.log(`This run is void: other programs used up to ${share} of the machine, more than 5 %.`);
    process.exitCode = 1;
  }
}
