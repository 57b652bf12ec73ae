// How a page connects again; the benchmark of many pages does the same. All in milliseconds.

const firstRetry = 250;
const longestRetry = 5_000;

/** After a connection that lasted this long, the first retry is quick again. */
export const goodAfter = 5_000;
/** An attempt that takes longer is given up. */
export const giveUpAttempt = 8_000;
export const pingEvery = 10_000;

/** How long to wait after so many failures. `random`, from 0 to 1, keeps all pages from coming at once. */
export const retryDelay = (failures: number, random: number): number =>
  Math.min(longestRetry, firstRetry * 2 ** failures) * (0.5 + random / 2);
