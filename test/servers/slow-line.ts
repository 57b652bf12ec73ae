import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a server, through which everything to the page goes at a limited speed. */
export interface SlowLine {
  readonly port: number;
  /** How many connections were made through it. */
  readonly connections: number;
  close(): void;
}

export async function openSlowLine(
  target: number,
  { bytes, every }: { bytes: number; every: number },
): Promise<SlowLine> {
  const ends = new Set<Socket>();
  let connections = 0;
  const listener = createServer((page) => {
    connections++;
    const server = connect(target, '127.0.0.1');
    for (const end of [page, server]) {
      ends.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        page.destroy();
        server.destroy();
      });
    }
    page.pipe(server);
    let waiting = Buffer.alloc(0);
    server.on('data', (data: Buffer) => {
      waiting = Buffer.concat([waiting, data]);
    });
    const timer = setInterval(() => {
      if (waiting.length > 0) page.write(waiting.subarray(0, bytes));
      waiting = waiting.subarray(bytes);
    }, every);
    page.on('close', () => clearInterval(timer));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    close() {
      listener.close();
      for (const end of ends) end.destroy();
    },
  };
}
