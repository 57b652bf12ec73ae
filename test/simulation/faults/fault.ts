import type { PlantedFault } from '../simulation.ts';

export interface Fault {
  /** Created for each simulation. */
  readonly plant: () => PlantedFault;
  /** The violation that must be among those found. */
  readonly seenAs: RegExp;
}
