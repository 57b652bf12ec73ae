import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';

/** A port of this machine that leads to a PostgreSQL, encrypted as PostgreSQL itself does it. */
export interface EncryptingDoor {
  readonly port: number;
  close(): Promise<void>;
}

/** With `folder`, where the PostgreSQL has its socket, which encrypts nothing. */
export async function openEncryptingDoor(
  folder: string,
  certificate: { readonly key: string; readonly cert: string },
): Promise<EncryptingDoor> {
  const secureContext = createSecureContext(certificate);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    // The request to encrypt is all that is sent before the answer to it.
    client.once('data', () => {
      client.write('S');
      const encrypted = new TLSSocket(client, { isServer: true, secureContext });
      const database = connect(join(folder, '.s.PGSQL.5432'));
      for (const end of [encrypted, database]) {
        end.on('error', () => {});
        end.on('close', () => [encrypted, database].forEach((each) => void each.destroy()));
      }
      encrypted.pipe(database).pipe(encrypted);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
