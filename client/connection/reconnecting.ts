// How a page connects again; the benchmark of many pages does the same. All in milliseconds.

const firstRetry = 250;
const longestRetry = 5_000;
const firstPatience = 8_000;
const longestPatience = 30_000;

/** After a connection that lasted this long, the first retry is quick again. */
export const goodAfter = 5_000;
export const pingEvery = 10_000;
/** A connection on which nothing comes for so long after a ping is lost. */
export const answerWithin = 5_000;

/** How long to wait after so many failures. `random`, from 0 to 1, keeps all pages from coming at once. */
export const retryDelay = (failures: number, random: number): number =>
  Math.min(longestRetry, firstRetry * 2 ** failures) * (0.5 + random / 2);

/**
 * How long an attempt may take after so many failures. After a restart, thousands of pages wait for their turn: giving up
 * sends a page to the end of the line.
 */
export const attemptPatience = (failures: number): number =>
  Math.min(longestPatience, firstPatience * (failures + 1));
