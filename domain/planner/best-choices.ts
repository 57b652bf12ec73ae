import { never, type SeatProgram } from './seat-program.ts';

// The best seats of one rotation. Without asking for whole numbers, the program's answer hardly ever has others; where it has, one such
// choice is left out, or made, and both ways are followed.

/** How many answers may be asked for. One is usual, and more than ten are rare. */
const steps = 100;

/** The choices that are worth the most together, if more than what stands, as numbers in the list of the model; else null. */
export function bestChoices(
  program: SeatProgram,
  values: Float64Array,
  standing: number,
): readonly number[] | null {
  const open: { readonly values: Float64Array; readonly made: number }[] = [{ values, made: 0 }];
  let best: { readonly points: number; readonly chosen: readonly number[] | null } = {
    points: standing,
    chosen: null,
  };
  for (let step = 0; step < steps; step++) {
    const branch = open.pop();
    if (!branch) break;
    const enough = best.points + 1 - nearly + branch.made * made;
    const most = program.solve(branch.values, enough);
    if (most < enough) continue;
    const parts = program.parts();
    const loose = loosest(parts);
    // what broke off says nothing of parts
    if (loose !== null && most === Number.POSITIVE_INFINITY) continue;
    if (loose === null) {
      const chosen = parts.flatMap(([choice, part]) => (part > nearly ? [choice] : []));
      const points = worthOf(values, chosen);
      if (points > best.points) best = { points, chosen };
      continue;
    }
    const out = branch.values.slice();
    out[loose] = never;
    open.push({ values: out, made: branch.made });
    const within = branch.values.slice();
    within[loose] = (within[loose] as number) + made;
    open.push({ values: within, made: branch.made + 1 });
  }
  return best.chosen;
}

export const worthOf = (values: Float64Array, choices: readonly number[]): number =>
  choices.reduce((sum, choice) => sum + (values[choice] as number), 0);

/** What a choice that has to be made is worth besides: more than a rotation is. Much more would drown the points in what is rounded. */
const made = 2 ** 24;
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
