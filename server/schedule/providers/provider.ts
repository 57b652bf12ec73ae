import type { Outcome } from '../../../domain/problem/problem.ts';
import type { ScheduledShift } from '../../../domain/schedule/schedule.ts';
import type { IsoDate } from '../../../domain/time/date.ts';

/** What a team fills in; secrets are sealed, the rest is kept as it is. */
export interface ProviderField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'address';
  readonly isSecret: boolean;
  readonly isRequired: boolean;
  /** Where to find it, in a sentence; '' where the label says all. */
  readonly help: string;
}

/** How a team is connected, secrets included. */
export type ProviderSettings = Readonly<Record<string, string>>;

export interface Asking {
  readonly settings: ProviderSettings;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
}

export interface ReadTerms extends Asking {
  readonly location: string | null;
  readonly date: IsoDate;
  /** Of the store. */
  readonly timeZone: string;
}

export interface ProviderLocation {
  readonly id: string;
  readonly name: string;
  /** Null where the provider does not tell it. */
  readonly timeZone: string | null;
}

export interface ProviderSchedule {
  /** Shifts that start on the date, the day before or the day after, by the store's clock; ids begin with `key:`. */
  readonly shifts: readonly ScheduledShift[];
  /** Sentences about what was left out: open, draft, deleted, unreadable shifts. */
  readonly warnings: readonly string[];
}

/**
 * A service that stores keep their schedule with. Problems of both calls: `schedule-refused` (wrong credentials),
 * `schedule-forbidden`, `schedule-unreadable` (an answer that cannot be understood), and those of the outgoing door.
 */
export interface Provider {
  /** Stands in ids of shifts and as the shift's provider. */
  readonly key: string;
  readonly name: string;
  readonly risk: string | null;
  readonly fields: readonly ProviderField[];
  /** Signs in; an empty list where there is only one place, or none to choose. */
  locations(asking: Asking): Promise<Outcome<readonly ProviderLocation[]>>;
  read(terms: ReadTerms): Promise<Outcome<ProviderSchedule>>;
}
