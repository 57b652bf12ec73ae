import { deviceFaults } from './device-faults.ts';
import type { Fault } from './fault.ts';
import { networkFaults } from './network-faults.ts';
import { roleFaults } from './role-faults.ts';
import { storeFaults } from './store-faults.ts';

/** Faults that no such system may have, to prove that the invariants see them. */
export const plantedFaults: Readonly<Record<string, Fault>> = {
  ...networkFaults,
  ...storeFaults,
  ...deviceFaults,
  ...roleFaults,
};
