// Runs simulations until one violates an invariant. Arguments: the first seed, how many, and how far apart they are.
import '../words-setup.ts';
import { loadPhrases } from '../../client/document/lazy-phrases.ts';
import { takeStep } from './actions.ts';
import { comeToRest } from './come-to-rest.ts';
import { checkStorage } from './invariants/check-storage.ts';
import { findViolations } from './invariants/find-violations.ts';
import { Simulation, type SimulationOptions } from './simulation.ts';

// Pages load these later. The time that a simulation lets pass does not wait for a file.
await Promise.all([import('../../client/outbox/sealing.ts'), loadPhrases()]);

/** 250 steps make about 130 changes. */
const usualSteps = 250;

/** Runs until people stop, everything works again, and everyone's changes have been sent. */
export async function simulate({ steps = usualSteps, ...options }: SimulationOptions): Promise<Simulation> {
  const world = new Simulation(options);
  for (const device of world.devices) device.storage.changed = () => checkStorage(world, device);
  await world.begin();
  for (let count = 0; count < steps; count++) {
    await world.time.pass(world.random.between(0, 60) * 5);
    await takeStep(world);
  }
  await comeToRest(world);
  return world;
}

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
