import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** A port of this machine that leads to a PostgreSQL, and can fall silent like a machine that lost its power. */
export interface Door {
  readonly port: number;
  /** Nothing passes anymore on connections that have said this, and they stay open. */
  freezeThose(text: string): void;
  /** The same for all connections, and for new ones, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** From now on, new connections lead to another PostgreSQL; others stay as they are. */
  leadTo(folder: string): void;
  close(): Promise<void>;
}

interface Line {
  said: string;
  readonly ends: readonly [Socket, Socket];
}

export async function openDoor(first: string): Promise<Door> {
  const lines = new Set<Line>();
  let folder = first;
  let isFrozen = false;
  const server = createServer((client) => {
    const database = connect(join(folder, '.s.PGSQL.5432'));
    const line: Line = { said: '', ends: [client, database] };
    lines.add(line);
    if (isFrozen) freezeLine(line);
    client.on('data', (data) => {
      line.said = (line.said + data.toString('latin1')).slice(-10_000);
      database.write(data);
    });
    database.on('data', (data) => void client.write(data));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        lines.delete(line);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function freezeLine({ ends: [client, database] }: Line): void {
    client.pause();
    database.pause();
  }

  return {
    port: (server.address() as AddressInfo).port,
    freezeThose(text) {
      for (const line of lines) if (line.said.includes(text)) freezeLine(line);
    },
    freeze() {
      isFrozen = true;
      for (const line of lines) freezeLine(line);
    },
    thaw() {
      isFrozen = false;
      for (const { ends } of lines) for (const end of ends) end.resume();
    },
    leadTo(other) {
      folder = other;
      isFrozen = false;
    },
    async close() {
      for (const { ends } of lines) for (const end of ends) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
