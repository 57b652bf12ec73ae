import type { RefusalCause } from '../../contract/live.ts';
import type { Change } from '../../domain/change/change.ts';
import type { Problem } from '../../domain/problem/problem.ts';
import type { CopyVersion } from '../copies/copy-storage.ts';

/** A change of a document, as it was made on this device. */
export interface MadeChange {
  readonly team: string;
  readonly document: string;
  readonly change: Change;
}

/** A change that the server refused after it was shown. */
export interface RefusedChange extends MadeChange {
  readonly id: string;
  readonly problem: Problem;
  /** What someone else did before, if that is why. */
  readonly cause?: RefusalCause | undefined;
}

/** A change that waits for the server's answer. */
export interface WaitingChange extends MadeChange {
  readonly user: string;
  readonly id: string;
  /** The id of the change that it takes back. */
  readonly undoes?: string | undefined;
  /** The version of the document that its author had. */
  readonly seen?: number | undefined;
  /** Where the server took it. It stays until the device's copy of the document has that version, and is not sent again. */
  readonly taken?: CopyVersion | undefined;
}

/** A waiting change while its author is signed out: only they can decrypt it. */
export interface SealedChange {
  readonly user: string;
  readonly id: string;
  readonly sealed: string;
}

export type StoredChange = WaitingChange | SealedChange;

export const isSealed = (stored: StoredChange): stored is SealedChange => 'sealed' in stored;

/** Stores changes on the device that its copies of the documents do not have yet, for all tabs. When a promise resolves, the change is stored. */
export interface OutboxStorage {
  /** The changes of one person, in the order they were put. */
  waiting(user: string): Promise<readonly StoredChange[]>;
  put(waiting: WaitingChange): Promise<void>;
  remove(id: string): Promise<void>;
  /** Overwrites the changes that have these ids, all or none. They keep their places; those removed meanwhile stay removed. */
  replace(changes: readonly StoredChange[]): Promise<void>;
}
