import { solve } from 'yalps';
import { isBest, type Limit, type RotationModel } from './rotation-model.ts';

// The seats of one rotation as a program in whole numbers. Without asking for whole numbers, its answer hardly ever has others; where
// it has, one such choice is left out, or made, and both ways are followed.

export interface BestChoices {
  /** Null when the solver finds none within its steps. */
  readonly chosen: readonly number[] | null;
  /** Whether all ways were followed to their end. */
  readonly isProved: boolean;
  /** How often the solver was asked. */
  readonly steps: number;
}

type Values = readonly (number | null)[];

/** How many answers may be asked for. One is usual, and more than ten are rare. */
const steps = 100;

/**
 * The choices that are worth the most together, as numbers in the list of the model; `values` has what each is worth, null where
 * it can't be.
 */
export function bestChoices(model: RotationModel, values: Values): BestChoices {
  const open: { readonly values: Values; readonly made: readonly number[] }[] = [{ values, made: [] }];
  let best: { readonly points: number; readonly chosen: readonly number[] } | null = null;
  let isWhole = true;
  let asked = 0;
  while (asked < steps) {
    const branch = open.pop();
    if (!branch) break;
    asked++;
    const answer = relaxed(model, branch.values);
    isWhole &&= answer !== null;
    if (!answer || branch.made.some((choice) => (answer.get(choice) ?? 0) < 1 - nearly)) continue;
    const parts = [...answer];
    const points = parts.reduce((sum, [choice, part]) => sum + part * (values[choice] ?? 0), 0);
    if (best && points < best.points + 1) continue;
    const loose = loosest(parts);
    if (loose === null) {
      const chosen = parts.flatMap(([choice, part]) => (part > nearly ? [choice] : []));
      const worth = chosen.reduce((sum, choice) => sum + (values[choice] ?? 0), 0);
      if (holds(model.limits, new Set(chosen)) && (!best || worth > best.points))
        best = { points: worth, chosen };
      continue;
    }
    const instead = (value: number | null) => branch.values.map((old, at) => (at === loose ? value : old));
    open.push({ values: instead(null), made: branch.made });
    open.push({ values: instead((values[loose] ?? 0) + made), made: [...branch.made, loose] });
  }
  return { chosen: best?.chosen ?? null, isProved: open.length === 0 && isWhole, steps: asked };
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
function relaxed({ choices, limits }: RotationModel, values: Values): ReadonlyMap<number, number> | null {
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
