import type pg from 'pg';

/** In milliseconds. */
const MEASURE_EVERY = 30_000;
/** A slower answer says too little about when it was made. */
const LONGEST_ANSWER = 1_000;
const NOTICEABLE = 60_000;

/** PostgreSQL's clock, which is the clock of all nodes. */
export interface DatabaseClock {
  /** How far it is ahead of this machine's, in milliseconds. */
  offset(): number;
  stop(): void;
}

export async function startDatabaseClock(
  pool: pg.Pool,
  logError: (error: unknown) => void,
): Promise<DatabaseClock> {
  /** PostgreSQL's time when this process started to count. So it makes no difference when the machine's clock is set. */
  let start = Date.now() - performance.now();
  let isMachineRight = true;

  const offset = (): number => Math.round(start + performance.now() - Date.now());

  async function measure(): Promise<void> {
    const sent = performance.now();
    const { rows } = await pool.query<{ now: number }>({
      name: 'now',
      text: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
    });
    const received = performance.now();
    const now = rows[0]?.now;
    if (now !== undefined && received - sent <= LONGEST_ANSWER) start = now - (sent + received) / 2;
    checkMachine();
  }

  function checkMachine(): void {
    const wasRight = isMachineRight;
    isMachineRight = Math.abs(offset()) <= NOTICEABLE;
    if (!wasRight || isMachineRight) return;
    const seconds = Math.round(Math.abs(offset()) / 1_000);
    logError(
      new Error(
        `The clock of this machine is ${seconds} seconds ${offset() < 0 ? 'ahead of' : 'behind'} PostgreSQL's. Changes and sign-ins have PostgreSQL's time. Set the machine's clock: by it, codes of authenticator apps, passkeys and sign-ins through a provider can be refused.`,
      ),
    );
  }

  await measure();
  const timer = setInterval(() => measure().catch(logError), MEASURE_EVERY).unref();
  return { offset, stop: () => clearInterval(timer) };
}
