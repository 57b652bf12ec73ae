// How a page connects again; the benchmark of many pages does the same. All in milliseconds.

const firstRetry = 250;
const longestRetry = 5_000;
const firstPatience = 8_000;
const morePatience = 1_000;
const longestPatience = 16_000;

/** After a connection that lasted this long, the first retry is quick again. */
export const goodAfter = 5_000;
export const pingEvery = 10_000;
/** A connection on which nothing comes for so long after a ping is lost. */
export const answerWithin = 5_000;

/** How long to wait after so many failures. `random`, from 0 to 1, keeps all pages from coming at once. */
export const retryDelay = (failures: number, random: number): number =>
  Math.min(longestRetry, firstRetry * 2 ** failures) * (0.5 + random / 2);

/**
 * How long an attempt may take after so many failures: the server or the network may be slow. Not much longer, since a new
 * attempt gets through sooner where a restarted server had no room for the one before.
 */
export const attemptPatience = (failures: number): number =>
  Math.min(longestPatience, firstPatience + failures * morePatience);
