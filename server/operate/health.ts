import type { Readiness } from '../../contract/monitoring.ts';
import type { Store } from '../database/store.ts';
import type { BackupState } from './backups.ts';

export interface Health {
  /** A failed backup is no reason to take the server out of service. */
  check(): Promise<Readiness>;
}

interface HealthDependencies {
  readonly store: Pick<Store, 'probe'>;
  /** For how long changes have been waiting while none was stored, in milliseconds. */
  readonly stalledFor: () => number;
  /** Null if none are scheduled. */
  readonly backups: { state(): BackupState } | null;
  /** The server is about to stop. */
  readonly isDraining: () => boolean;
  readonly log: { error(error: unknown): void };
}

/** In milliseconds. Monitoring gives up as quickly, and people don't wait longer for a commit either. */
const LONGEST_PROBE = 2_000;
/** For how long changes may wait while none is stored, in milliseconds: longer than those of a node that hangs are waited for. */
const LONGEST_STALL = 5_000;
/** Anyone can ask, and every probe is a write: later requests share an answer for this long, in milliseconds. */
const VALID_FOR = 1_000;

/** Says whether changes can be stored, by storing something. */
export function createHealth({ store, stalledFor, backups, isDraining, log }: HealthDependencies): Health {
  let last: { readonly report: Promise<Readiness>; readonly at: number } | null = null;
  /** A probe that takes too long is shared: a second one would only join the queue behind it. */
  let probing: Promise<boolean> | null = null;
  let hasFailed = false;

  async function probe(): Promise<boolean> {
    try {
      await store.probe();
      hasFailed = false;
      return true;
    } catch (error) {
      // Once for each failure, not for each request.
      if (!hasFailed) log.error(error);
      hasFailed = true;
      return false;
    } finally {
      probing = null;
    }
  }

  async function isReady(): Promise<boolean> {
    probing ??= probe();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, LONGEST_PROBE, false);
    });
    const ready = await Promise.race([probing, timeout]);
    clearTimeout(timer);
    // The probe needs none of the rows that changes need.
    return ready && stalledFor() <= LONGEST_STALL;
  }

  async function report(): Promise<Readiness> {
    const status = (await isReady()) ? 'ready' : 'storage-failed';
    return backups ? { status, backup: backups.state() } : { status };
  }

  return {
    async check() {
      if (isDraining()) return { status: 'draining' };
      const at = performance.now();
      if (last === null || at - last.at > VALID_FOR) last = { report: report(), at };
      return last.report;
    },
  };
}
