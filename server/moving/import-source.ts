import type { FirebaseScryptParameters } from '../auth/password/firebase-scrypt.ts';
import type { Collections } from './collections.ts';
import type { Report } from './report.ts';
import type { Target } from './target.ts';

/** What was exported from the hosted back end, or from Lineup. */
export interface ImportSource {
  readonly users: readonly unknown[];
  readonly collections: Collections;
  /** Null where no password needs it. */
  readonly hashing: FirebaseScryptParameters | null;
}

export interface ImportContext {
  readonly target: Target;
  readonly report: Report;
  /** Of a team that tells none. */
  readonly timeZone: string;
  /** Addresses of those who are here already, and whom whoever runs Lineup knows to be the same people. */
  readonly joining: ReadonlySet<string>;
  readonly now: () => number;
  /** How many of all things have been looked at. */
  readonly progress: (looked: number, of: number) => void;
}
