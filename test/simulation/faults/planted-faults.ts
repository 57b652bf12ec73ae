import type { PlantedFault } from '../simulation.ts';
import { deviceFaults } from './device-faults.ts';
import { networkFaults } from './network-faults.ts';
import { storeFaults } from './store-faults.ts';

export interface Fault {
  /** Created for each simulation. */
  readonly plant: () => PlantedFault;
  /** The violation that must be among those found. */
  readonly seenAs: RegExp;
}

/** Faults that no such system may have, to prove that the invariants see them. */
export const plantedFaults: Readonly<Record<string, Fault>> = {
  ...networkFaults,
  ...storeFaults,
  ...deviceFaults,
};
