import { createDoor, type Door } from '../../server/safe-fetch/safe-fetch.ts';

export interface QuickDoor extends Door {
  /** The pauses it made, in milliseconds; none of them was waited for. */
  readonly pauses: readonly number[];
}

/** The real door, which may go to these, and does not wait before it tries again. */
export function openQuickDoor(
  standIns: readonly { readonly host: string }[],
  now: () => number = Date.now,
  more: Partial<Parameters<typeof createDoor>[0]> = {},
): QuickDoor {
  const pauses: number[] = [];
  const door = createDoor({
    allowed: new Set(standIns.map(({ host }) => host)),
    pause: async (milliseconds, signal) => {
      pauses.push(milliseconds);
      signal.throwIfAborted();
    },
    now,
    ...more,
  });
  return { ...door, pauses };
}

export const patient = (): AbortSignal => new AbortController().signal;
