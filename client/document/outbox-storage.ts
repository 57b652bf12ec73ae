import type { Change } from '../../domain/change/change.ts';
import type { Problem } from '../../domain/problem/problem.ts';

/** A change of a document, as it was made on this device. */
export interface MadeChange {
  readonly team: string;
  readonly document: string;
  readonly change: Change;
}

/** A change that the server refused after it was shown. */
export interface RefusedChange extends MadeChange {
  readonly problem: Problem;
}

/** A change that waits for the server's answer. */
export interface WaitingChange extends MadeChange {
  readonly user: string;
  readonly id: string;
}

/** Stores unanswered changes on the device. When a promise resolves, the change is stored. */
export interface OutboxStorage {
  /** The waiting changes of one person, in the order they were put. */
  waiting(user: string): Promise<readonly WaitingChange[]>;
  put(waiting: WaitingChange): Promise<void>;
  remove(id: string): Promise<void>;
}
