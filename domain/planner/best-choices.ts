import { solve } from 'yalps';
import type { LimitPrices } from './choice-prices.ts';
import { type Choice, isBest, type Limit, limitsOf, type RotationModel } from './rotation-model.ts';

// The seats of one rotation as a program in whole numbers. Without asking for whole numbers, its answer hardly ever has others; where
// it has, one such choice is left out, or made, and both ways are followed.

export interface BestChoices {
  /** Null where none are found that are worth more than what stands. */
  readonly chosen: readonly number[] | null;
  /** What no choices are worth more than. */
  readonly most: number;
  /** How many numbers the solver went through. */
  readonly work: number;
}

type Values = readonly (number | null)[];

/** How many answers may be asked for, and in how many numbers. One is usual, and more than ten are rare. */
const steps = 100;
const mostWork = 40_000_000;
/** Choices that cost less than such a part of the whole are tried first, then those that cost up to four times as much, and so on. */
const [smallest, largest] = [1 / 2_000, 1 / 100];

/**
 * The choices that are worth the most together, if more than what stands, as numbers in the list of the model; `values` has what each is
 * worth, null where it can't be.
 */
export function bestChoices(
  model: RotationModel,
  values: Values,
  { prices, standing }: { prices: LimitPrices; standing: number },
): BestChoices {
  let chosen: readonly number[] | null = null;
  let known = standing;
  let most = Number.POSITIVE_INFINITY;
  let work = 0;
  for (let share = smallest; share <= largest; share *= 4) {
    const priced = prices.ask(values, known);
    work += priced.work;
    const { bound, less } = priced;
    most = Math.min(most, Math.floor(bound + nearly));
    const within = Math.min(bound * share, bound - known);
    const found =
      most > known
        ? among(
            model,
            values.map((value, at) => ((less[at] as number) <= within ? value : null)),
            { standing: known, atLeast: share === smallest ? 1 : 0 },
          )
        : null;
    work += found?.work ?? 0;
    if (found?.chosen) {
      chosen = found.chosen;
      known = worthOf(values, chosen);
    }
    if (found && !found.isProved) break;
    // what is further away than what is missing is in no better plan
    if (!found || bound - known <= within) return { chosen, most: known, work };
  }
  return { chosen, most, work };
}

export const worthOf = (values: Values, choices: readonly number[]): number =>
  choices.reduce((sum, choice) => sum + (values[choice] ?? Number.NEGATIVE_INFINITY), 0);

interface Asks {
  readonly standing: number;
  /** How often the solver is asked, however large the program is. */
  readonly atLeast: number;
}

interface Among {
  readonly chosen: readonly number[] | null;
  /** Whether all ways were followed to their end. */
  readonly isProved: boolean;
  readonly work: number;
}

function among({ choices: all, fixed }: RotationModel, allValues: Values, asks: Asks): Among {
  const kept = allValues.flatMap((value, at) => {
    return value !== null && (value > 0 || isBest(all[at] as Choice)) ? [at] : [];
  });
  const choices = kept.map((at) => all[at] as Choice);
  const limits = limitsOf(choices, fixed);
  const values = kept.map((at) => allValues[at] as number);
  const { chosen, isProved, asked } = whole({ choices, limits }, values, asks);
  return {
    chosen: chosen?.map((at) => kept[at] as number) ?? null,
    isProved,
    work: asked * workOf({ choices, limits }),
  };
}

type Program = Pick<RotationModel, 'choices' | 'limits'>;

const workOf = ({ choices, limits }: Program): number => choices.length * limits.length ** 2;

function whole(
  model: Program,
  values: Values,
  { standing, atLeast }: Asks,
): { chosen: readonly number[] | null; isProved: boolean; asked: number } {
  const open: { readonly values: Values; readonly made: readonly number[] }[] = [{ values, made: [] }];
  let best: { readonly points: number; readonly chosen: readonly number[] | null } = {
    points: standing,
    chosen: null,
  };
  let isWhole = true;
  let asked = 0;
  const least = workOf(model);
  while (asked < steps && (asked < atLeast || (asked + 1) * least < mostWork)) {
    const branch = open.pop();
    if (!branch) break;
    asked++;
    const answer = relaxed(model, branch.values);
    isWhole &&= answer !== null;
    if (!answer || branch.made.some((choice) => (answer.get(choice) ?? 0) < 1 - nearly)) continue;
    const parts = [...answer];
    const points = parts.reduce((sum, [choice, part]) => sum + part * (values[choice] ?? 0), 0);
    if (points < best.points + 1 - nearly) continue;
    const loose = loosest(parts);
    if (loose === null) {
      const chosen = parts.flatMap(([choice, part]) => (part > nearly ? [choice] : []));
      const worth = worthOf(values, chosen);
      if (holds(model.limits, new Set(chosen)) && worth > best.points) best = { points: worth, chosen };
      continue;
    }
    const instead = (value: number | null) => branch.values.map((old, at) => (at === loose ? value : old));
    open.push({ values: instead(null), made: branch.made });
    open.push({ values: instead((values[loose] ?? 0) + made), made: [...branch.made, loose] });
  }
  return { chosen: best.chosen, isProved: open.length === 0 && isWhole, asked };
}

/** What a choice that has to be made is worth besides: more than all others together. */
const made = 2 ** 32;
const nearly = 0.01;

/** The choice that is the furthest from being made or not. */
function loosest(parts: readonly (readonly [choice: number, part: number])[]): number | null {
  let [loose, furthest]: [number | null, number] = [null, nearly];
  for (const [choice, part] of parts) {
    const far = Math.abs(part - Math.round(part));
    if (far > furthest) [loose, furthest] = [choice, far];
  }
  return loose;
}

const holds = (limits: readonly Limit[], chosen: ReadonlySet<number>): boolean =>
  limits.every(
    ({ max, terms }) => terms.reduce((sum, [at, factor]) => sum + (chosen.has(at) ? factor : 0), 0) <= max,
  );

/** What is worth the most with parts of choices. Null when there is no answer. */
function relaxed({ choices, limits }: Program, values: Values): ReadonlyMap<number, number> | null {
  // the points are row 0, the limits follow
  const variables = choices.map((choice, at): Variable | null => {
    const value = values[at] ?? null;
    return value !== null && (value > 0 || isBest(choice)) ? [at, [[0, value]]] : null;
  });
  const constraints = limits.map(({ max, terms }, row) => {
    for (const [at, factor] of terms) variables[at]?.[1].push([row + 1, factor]);
    return [row + 1, { max: max + hair * (((row * 7_919) % 1_009) + 1) }] as const;
  });
  const { status, variables: answer } = solve({
    objective: 0,
    constraints,
    variables: variables.filter((variable) => variable !== null),
  });
  return status === 'optimal' ? new Map(answer) : null;
}

type Variable = readonly [choice: number, coefficients: [row: number, factor: number][]];

/** Each limit is moved by its own, or the solver goes in circles over limits that are reached at once, and takes ten times as long. */
const hair = 1e-7;
