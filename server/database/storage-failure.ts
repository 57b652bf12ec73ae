/**
 * PostgreSQL's codes: it stops, has no room, no connection left, or accepts no changes, a row is held for too long, or transactions
 * kept getting in each other's way; and the system's of a connection.
 */
const failures =
  /^(ERR_SQLITE|08|53|57P|58|XX|25006|25P03|55P03|40001|40P01|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)/;
/** Errors of a connection without a code. */
const broken =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered)/;

/** Whether the database failed, so that trying again later may work. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return failures.test('code' in error ? String(error.code) : '') || broken.test(error.message);
}
