import type { Hostile, Store } from './hostile.ts';
import { httpAbuses } from './http-abuses.ts';
import { liveAbuses } from './live-abuses.ts';

export interface Abuse {
  readonly title: string;
  /** Documents that the hostile person made before, at leisure. */
  prepare?(store: Store): Promise<void>;
  /** Starts it, and returns one round of it, which is repeated until the time is up. */
  start(hostile: Hostile): Promise<() => Promise<void>>;
}

export const abuses: Readonly<Record<string, Abuse>> = { ...liveAbuses, ...httpAbuses };
