import type { RefusalCause } from '../../contract/live.ts';
import type { Change } from '../../domain/change/change.ts';
import type { Problem } from '../../domain/problem/problem.ts';
import type { CopyVersion } from '../copies/copy-storage.ts';

export interface DocumentPlace {
  readonly team: string;
  readonly document: string;
}

export interface MadeChange extends DocumentPlace {
  readonly change: Change;
}

export interface RefusedChange extends MadeChange {
  readonly id: string;
  readonly problem: Problem;
  readonly cause?: RefusalCause | undefined;
}

export interface WaitingChange extends MadeChange {
  readonly user: string;
  readonly id: string;
  readonly undoes?: string | undefined;
  readonly seen?: number | undefined;
  /** On a kiosk, the server's word for it who made the change. */
  readonly as?: string | undefined;
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
  waiting(user: string): Promise<readonly StoredChange[]>;
  put(waiting: WaitingChange): Promise<void>;
  remove(id: string): Promise<void>;
  /** Overwrites the changes that have these ids, all or none. They keep their places; those removed meanwhile stay removed. */
  replace(changes: readonly StoredChange[]): Promise<void>;
}
