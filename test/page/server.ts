import type { TestProject } from 'vitest/node';
import { startServer } from '../journeys/lineup-server.ts';
import { outgoingEnv } from '../providers/stand-in.ts';
import { freePort } from '../servers/free-port.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the server that all component tests share. */
    address: string;
    dataDir: string;
    /** Where it looks for HotSchedules: a stand-in, if a test runs one there. */
    hotSchedulesPort: number;
    /** By how many milliseconds tests move their time, to have the server's. */
    offset: number;
  }
}

/** When component tests begin, as journeys do. */
const start = process.env.LINEUP_TEST_NOW ?? '2026-11-21T11:05:00-06:00';

export default async function setup({ provide }: TestProject) {
  const offset = Date.parse(start) - Date.now();
  // this process may have been moved already
  const fromMachine = offset + Number(process.env.LINEUP_TEST_OFFSET ?? 0);
  const hotSchedulesPort = await freePort();
  const host = `127.0.0.1:${hotSchedulesPort}`;
  const server = await startServer({
    env: () => ({
      LINEUP_TEST_OFFSET: String(fromMachine),
      TRUSTED_PROXIES: '127.0.0.1',
      ...outgoingEnv({ host, env: { HOTSCHEDULES_URL: `http://${host}` } }),
    }),
  });
  provide('address', server.address);
  provide('dataDir', server.dataDir);
  provide('hotSchedulesPort', hotSchedulesPort);
  provide('offset', offset);
  return () => server.stop();
}
