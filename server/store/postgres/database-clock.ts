import type pg from 'pg';

/** In milliseconds. */
const MEASURE_EVERY = 30_000;
/** A slower answer says too little about when it was made. */
const LONGEST_ANSWER = 1_000;

/** How far PostgreSQL's clock is ahead of this machine's: it is the clock of all nodes. */
export interface DatabaseClock {
  /** In milliseconds. */
  offset(): number;
  stop(): void;
}

export async function startDatabaseClock(
  pool: pg.Pool,
  logError: (error: unknown) => void,
): Promise<DatabaseClock> {
  let offset = 0;

  async function measure(): Promise<void> {
    const [sentAt, start] = [Date.now(), performance.now()];
    const { rows } = await pool.query<{ now: number }>({
      name: 'now',
      text: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
    });
    const took = performance.now() - start;
    const now = rows[0]?.now;
    if (now !== undefined && took <= LONGEST_ANSWER) offset = Math.round(now - (sentAt + took / 2));
  }

  await measure();
  const timer = setInterval(() => measure().catch(logError), MEASURE_EVERY).unref();
  return { offset: () => offset, stop: () => clearInterval(timer) };
}
