import type { Client } from '../../../client/client.ts';
import { ObservableValue } from '../../../client/observable.ts';
import type { Problem } from '../../../domain/problem/problem.ts';

/** Who asked for it is told whether somebody unlocked the tablet. */
export type WantedUnlock = (isUnlocked: boolean) => void;

export const wantedUnlock = new ObservableValue<WantedUnlock | null>(null);

/** Asks on a kiosk who is there. Resolves with whether somebody said so. */
export const unlockFirst = (): Promise<boolean> =>
  new Promise((resolve) => {
    wantedUnlock.get()?.(false);
    wantedUnlock.set(resolve);
  });

/** Where a change was refused since nobody is at the kiosk: asks who is, and does it again. False for other problems. */
export function askedWhoIsHere({ code }: Problem, again: () => unknown): boolean {
  if (code !== 'kiosk-locked') return false;
  void unlockFirst().then((isUnlocked) => isUnlocked && again());
  return true;
}

/** Runs it at once, or on a locked kiosk once somebody said that they are there. */
export function asSomeone(client: Client, run: () => unknown): void {
  if (client.isLocked) void unlockFirst().then((isUnlocked) => isUnlocked && run());
  else run();
}
