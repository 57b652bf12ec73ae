import type { IsoDate } from '../time/date.ts';

/**
 * They were not there, had no seat then, share their name with somebody, or their position isn't there or has somebody
 * else.
 */
export const leftReasons = ['new', 'no-seat', 'same-name', 'no-position', 'taken'] as const;
export type LeftReason = (typeof leftReasons)[number];

export interface StoredLeftOut {
  readonly shift: string;
  readonly why: LeftReason;
  readonly position?: string;
}

export interface Laid {
  /** The day that people were placed as on; null until they were. */
  readonly from: IsoDate | null;
  readonly left: readonly StoredLeftOut[];
}

export const laidLeftLimit = 200;
