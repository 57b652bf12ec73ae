// Runs simulations until one violates an invariant. Arguments: the first seed, how many, and how far apart they are.
import { takeStep } from './actions.ts';
import { findViolations } from './invariants/find-violations.ts';
import { runSimulation, type Simulation, type SimulationOptions } from './simulation.ts';

/** Of 250 steps, about 200 are changes. */
export const usualSteps = 250;

export const simulate = (options: Omit<SimulationOptions, 'steps'>): Promise<Simulation> =>
  runSimulation({ steps: usualSteps, ...options }, takeStep);

/** False when an invariant was violated. A single simulation is printed as it runs. */
async function runSeeds(first: number, count: number, distance: number): Promise<boolean> {
  for (let index = 0; index < count; index++) {
    const seed = first + index * distance;
    const world = await simulate({ seed, ...(count === 1 ? { trace: console.log } : {}) });
    const violations = await findViolations(world);
    if (violations.length === 0) continue;
    console.log(`Seed ${seed}:\n  ${violations.join('\n  ')}`);
    console.log(`To repeat it: npm run explore -- --first-seed ${seed} --seeds 1`);
    return false;
  }
  return true;
}

if (import.meta.main) {
  const [first = 1, count = 1, distance = 1] = process.argv.slice(2).map(Number);
  process.exit((await runSeeds(first, count, distance)) ? 0 : 1);
}
