import type { Outcome } from '../../../domain/problem/problem.ts';
import type { ScheduledShift } from '../../../domain/schedule/schedule.ts';
import type { IsoDate } from '../../../domain/time/date.ts';
import type { TimeSlice } from '../../documents/time-slice.ts';

/** A setting that managers fill in. Secrets are stored encrypted. */
export interface ProviderField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'address';
  readonly isSecret: boolean;
  readonly isRequired: boolean;
  /** Where to find the value; '' if the label is enough. */
  readonly help: string;
}

/** The values of the fields, with secrets decrypted. */
export type ProviderSettings = Readonly<Record<string, string>>;

export interface ProviderRequest {
  readonly settings: ProviderSettings;
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
  /** The turns of the team, or of the person, on the thread that serves everybody: responses are parsed in them. */
  readonly timeSlice: TimeSlice;
}

export interface ScheduleRequest extends ProviderRequest {
  /** The id of a `ProviderLocation`; null for all. */
  readonly location: string | null;
  readonly date: IsoDate;
  /** The store's. */
  readonly timeZone: string;
}

export interface ProviderLocation {
  readonly id: string;
  readonly name: string;
  /** Null if the provider doesn't say. */
  readonly timeZone: string | null;
}

export interface ProviderSchedule {
  /** Shifts that start on the date, the day before, or the day after, in store time; their ids begin with `key:`. */
  readonly shifts: readonly ScheduledShift[];
  /** Sentences about skipped shifts: open, draft, deleted, unreadable. */
  readonly warnings: readonly string[];
  /** Of the people on the shifts, by what the provider calls them. Only for the server: layouts and pages never get them. */
  readonly addresses?: ReadonlyMap<string, string>;
}

/**
 * A service that stores keep their schedule in. Both calls return the problems of `SafeFetch` and these:
 * `schedule-refused` (wrong credentials), `schedule-forbidden`, and `schedule-unreadable` (unexpected response).
 */
export interface Provider {
  /** Identifies the provider in the database, and prefixes the ids of its shifts. */
  readonly key: string;
  readonly name: string;
  /** Shown before a team connects; null if there's nothing to warn about. */
  readonly risk: string | null;
  readonly fields: readonly ProviderField[];
  /** Signs in, which also tests the settings; an empty list if there's nothing to choose from. */
  fetchLocations(request: ProviderRequest): Promise<Outcome<readonly ProviderLocation[]>>;
  fetchSchedule(request: ScheduleRequest): Promise<Outcome<ProviderSchedule>>;
}
