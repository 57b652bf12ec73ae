import type { FirebaseScryptParameters } from '../../accounts/password-policy.ts';
import type { Collections } from './collections.ts';
import type { Report } from './report.ts';
import type { Target } from './target.ts';

/** The files to import: an export from Firebase or from Lineup. */
export interface ImportSource {
  readonly users: readonly unknown[];
  readonly collections: Collections;
  /** Null if no password needs it. */
  readonly hashing: FirebaseScryptParameters | null;
}

export interface ImportContext {
  readonly target: Target;
  readonly report: Report;
  /** For teams that have none. */
  readonly timeZone: string;
  /** Email addresses of accounts that exist here and that the operator confirmed to be the same people. */
  readonly joining: ReadonlySet<string>;
  readonly now: () => number;
  readonly progress: (done: number, total: number) => void;
}
