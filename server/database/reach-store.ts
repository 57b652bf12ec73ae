import type { IsoDate } from '../../domain/time/date.ts';

/** What a change of a team, or of its crew, means for the team's other documents. */
export interface Reach {
  readonly id: string;
  readonly team: string;
  /** The document that was changed, and the id of that change. */
  readonly document: string;
  readonly change: string;
  /** Layouts of this date and later. */
  readonly from: IsoDate;
  /** Whether layouts get the team's break minutes and start of the day. */
  readonly settings: boolean;
  /** New names of areas by their old names. */
  readonly areas: readonly (readonly [old: string, current: string])[];
  /** People of the crew who are called something else. */
  readonly people: readonly { readonly person: string; readonly was: string; readonly is: string }[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Changes that have not reached all documents of their team. One is stored before its change, so that it is found after a
 * crash, and may be of a change that was never stored.
 */
export interface ReachStore {
  /** False if the team has another one. */
  put(reach: Reach): Promise<boolean>;
  find(team: string): Promise<Reach | null>;
  all(): Promise<readonly Reach[]>;
  remove(team: string, id: string): Promise<void>;
}
