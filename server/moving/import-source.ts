import type { FirebaseScryptParameters } from '../auth/password/firebase-scrypt.ts';
import type { Collections } from './collections.ts';
import type { Report } from './report.ts';
import type { Target } from './target.ts';

/** The files exported from the hosted back end or from Lineup. */
export interface ImportSource {
  readonly users: readonly unknown[];
  readonly collections: Collections;
  /** Null if no password needs it. */
  readonly hashing: FirebaseScryptParameters | null;
}

export interface ImportContext {
  readonly target: Target;
  readonly report: Report;
  /** For teams without a time zone. */
  readonly timeZone: string;
  /** Addresses of existing accounts that the operator knows to be the same people. */
  readonly joining: ReadonlySet<string>;
  readonly now: () => number;
  /** Reports progress: how many items have been handled. */
  readonly progress: (looked: number, of: number) => void;
}
