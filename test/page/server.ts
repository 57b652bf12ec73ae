import type { TestProject } from 'vitest/node';
import { startServer } from '../journeys/lineup-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the server that all component tests share. */
    address: string;
    dataDir: string;
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
  const server = await startServer({ env: () => ({ LINEUP_TEST_OFFSET: String(fromMachine) }) });
  provide('address', server.address);
  provide('dataDir', server.dataDir);
  provide('offset', offset);
  return () => server.stop();
}
