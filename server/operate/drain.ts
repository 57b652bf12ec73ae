import type { LiveSessions } from '../documents/live/live-sessions.ts';

/** The end of a server behind a load balancer. */
export interface Drain {
  /** The server is about to stop, which load balancers learn from `/readyz`. Everything else goes on. */
  isDraining(): boolean;
  /** Pages are disconnected, and come back to another server. */
  isLeaving(): boolean;
  run(): Promise<void>;
}

interface DrainOptions {
  /** The first half is for load balancers to notice, the second to disconnect pages little by little. */
  readonly seconds: number;
  readonly sessions: Pick<LiveSessions, 'disconnectAll'>;
  readonly timeout: (milliseconds: number) => AbortSignal;
}

export function createDrain({ seconds, sessions, timeout }: DrainOptions): Drain {
  let phase: 'serving' | 'draining' | 'leaving' = 'serving';
  const half = (seconds * 1_000) / 2;

  return {
    isDraining: () => phase !== 'serving',
    isLeaving: () => phase === 'leaving',
    async run() {
      phase = 'draining';
      if (half === 0) return;
      await new Promise((resolve) => timeout(half).addEventListener('abort', resolve, { once: true }));
      phase = 'leaving';
      await sessions.disconnectAll(half);
    },
  };
}
