/** Says once that connections to PostgreSQL broke, and once that it answers again. */
export interface OutageLog {
  /** A connection broke or is silent. `reason` is an error, or a sentence. */
  lost(reason: unknown): void;
  /** PostgreSQL was heard. */
  answered(): void;
}

export function createOutageLog(
  warn: (sentence: string) => void,
  clock = () => performance.now(),
): OutageLog {
  let since: number | null = null;
  return {
    lost(reason) {
      if (since !== null) return;
      since = clock();
      warn(typeof reason === 'string' ? reason : `A connection to PostgreSQL broke: ${messageOf(reason)}.`);
    },
    answered() {
      if (since === null) return;
      const seconds = Math.round((clock() - since) / 1_000);
      since = null;
      warn(`PostgreSQL answers again, after ${seconds} s.`);
    },
  };
}

/** Node's errors of several addresses have a code but no message. */
function messageOf(reason: unknown): string {
  const { message, code } = reason as { readonly message?: unknown; readonly code?: unknown };
  return String(message || code || reason).replace(/\.$/, '');
}
