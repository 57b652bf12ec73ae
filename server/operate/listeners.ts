import type { RequestListener } from 'node:http';
import type { Config } from '../config.ts';
import { openListener } from '../door/listener.ts';
import type { Proxies } from '../door/proxies.ts';
import type { UpgradeHandler } from '../live/live-endpoint.ts';
import { type Https, type HttpsDependencies, openHttps } from './https.ts';

/** The ports of http and of https. */
export interface Listeners {
  /** The URL to open over http. */
  readonly address: string;
  readonly https: Https;
  /** Until this is called, every request is answered with 503. */
  serve(answer: RequestListener, upgrade: UpgradeHandler): void;
  /** Accepts no more connections, and ends those that are left after `timeout` milliseconds. */
  close(timeout: number): Promise<void>;
}

/** Throws `StartProblem` for ports that can't be opened. */
export async function openListeners(
  config: Config,
  proxies: Proxies,
  dependencies: Omit<HttpsDependencies, 'config' | 'proxies'>,
): Promise<Listeners> {
  const http = await openListener({ ...config, proxies });
  try {
    const https = await openHttps({ config, proxies, ...dependencies });
    return {
      address: http.address,
      https,
      serve(answer, upgrade) {
        for (const each of [http, https]) each.serve(answer, upgrade);
      },
      async close(timeout) {
        await Promise.all([http.close(timeout), https.close(timeout)]);
      },
    };
  } catch (error) {
    await http.close(0);
    throw error;
  }
}
