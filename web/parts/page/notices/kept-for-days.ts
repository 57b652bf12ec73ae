import { ObservableValue } from '../../../../client/observable.ts';

/** For how many days without use the browser keeps what waits on this device; null if it doesn't delete it. */
export const keptForDays = new ObservableValue<number | null>(null);
