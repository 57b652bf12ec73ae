import { ObservableValue } from '../../../client/observable.ts';
import type { Outcome } from '../../../domain/problem/problem.ts';
import type { IsoDate } from '../../../domain/time/date.ts';

export interface Confirmation {
  readonly title: string;
  readonly action: string;
  readonly text?: string;
  /** Does it; a problem is said in the dialog, which then stays. */
  readonly work: () => Outcome<unknown> | Promise<Outcome<unknown>>;
  readonly onDone?: () => unknown;
  /** Said once it is done. */
  readonly said?: string;
  /** Nobody can take it back, or it concerns many things at once. */
  readonly isFinal?: boolean;
  /** For a day that is over: today, which is offered. */
  readonly today?: IsoDate;
}

/** What a dialog over the page asks. */
export const openConfirmation = new ObservableValue<Confirmation | null>(null);

/** Asks before something that nobody can take back, or that concerns many things at once. */
export const askFinally = (question: Confirmation): void =>
  openConfirmation.set({ ...question, isFinal: true });
