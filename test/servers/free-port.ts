import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port below the range that client sockets use, one of which could take it before a server does. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = 21_000 + Math.floor(Math.random() * 8_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (isFree) {
      probe.close();
      await once(probe, 'close');
      return port;
    }
  }
  throw new Error('no free port was found');
}
