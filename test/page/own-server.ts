import { inject } from 'vitest';
import { type LineupServer, startServer } from '../journeys/lineup-server.ts';

type Env = Readonly<Record<string, string>>;

/** A server for the tests of one file, which may move its time, or kill it; `env` may need its address. */
export const startOwnServer = (env: (address: string) => Env = () => ({})): Promise<LineupServer> =>
  startServer({
    env: (address) => ({
      // this process may have been moved already
      LINEUP_TEST_OFFSET: String(inject('offset') + Number(process.env.LINEUP_TEST_OFFSET ?? 0)),
      TRUSTED_PROXIES: '127.0.0.1',
      ...env(address),
    }),
  });
