import { networkInterfaces } from 'node:os';
import pino, { type Logger } from 'pino';
import { parseConfig } from './config.ts';
import { createLog } from './operate/log.ts';
import type { Server } from './server.ts';
import { StartProblem } from './start-problem.ts';

/** Without the drain, in milliseconds: a stop that hangs ends before systemd and its kind kill it, which wait longer. */
const LONGEST_STOP = 12_000;

// The data includes sessions and accounts, so no other account on the machine may read it.
process.umask(0o077);

try {
  const config = parseConfig(process.env);
  const { logLevel, drainSeconds } = config.running;
  // To stderr, so that stdout has only the address.
  const log = createLog(logLevel, pino.destination({ fd: 2, sync: true }));
  // Loading these takes most of a start, so an invalid setting is reported before it.
  const [{ startServer }, { openServerStore }] = await Promise.all([
    import('./server.ts'),
    import('./database/open-store.ts'),
  ]);
  const server = await startServer(config, {
    openStore: (place, onWaiting) =>
      openServerStore(place, log, { seconds: config.running.startWaitSeconds, onWaiting }),
    log,
    now: Date.now,
    timeout: AbortSignal.timeout,
    interfaces: networkInterfaces,
  });
  stopOnSignals(server, { log, longest: LONGEST_STOP + drainSeconds * 1_000 });
  console.log(`Lineup is at ${server.address}`);
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exit(1);
}

function stopOnSignals(
  server: Server,
  { log, longest }: { readonly log: Logger; readonly longest: number },
): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), longest).unref();
      try {
        await server.close();
        process.exit(0);
      } catch (error) {
        log.error(error);
        process.exit(1);
      }
    });
  }
}
