/**
 * The name of a store's history: a random id, and for a history that goes on from a backup the time of the last change
 * in it, so that pages can say what may be missing.
 */
export const nameEpoch = (id: string, lastChange: number | null): string =>
  lastChange === null ? id : `${id}.${lastChange}`;

/** In milliseconds; null where the history doesn't go on from a backup, or an earlier version named it. */
export function lastChangeBefore(epoch: string): number | null {
  const [, time] = /\.(\d{1,15})$/.exec(epoch) ?? [];
  return time === undefined ? null : Number(time);
}
