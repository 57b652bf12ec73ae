/** PostgreSQL's codes: it stops, has no room, no connection left, or accepts no changes; and the system's of a connection. */
const failures = /^(ERR_SQLITE|08|53|57P|58|XX|25006|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)/;
/** Errors of a connection without a code. */
const broken = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;

/** Whether the database failed, so that trying again later may work. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return failures.test('code' in error ? String(error.code) : '') || broken.test(error.message);
}
