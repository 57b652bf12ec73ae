import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../servers/free-port.ts';
import { sendSecurely } from '../servers/secure-server.ts';
import { isInstalled, notInstalled, startNginx } from './reverse-proxy.ts';

const title = 'nginx sends a change again that a server did not answer as it stopped';

test.skipIf(!isInstalled('nginx'))(isInstalled('nginx') ? title : notInstalled('nginx'), async (context) => {
  const heard: string[] = [];
  async function listen(name: string, isStopping: boolean): Promise<Server> {
    const server = createServer((request, response) => {
      heard.push(`${name} ${request.url}`);
      if (isStopping && request.method === 'POST') request.socket.destroy();
      else response.end('done');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    context.onTestFinished(() => void server.close().closeAllConnections());
    return server;
  }
  const servers = [await listen('stopping', true), await listen('other', false)];
  const proxy = await freePort();
  const lineup = servers.map((each) => (each.address() as AddressInfo).port);
  const nginx = await startNginx({ proxy, lineup });
  context.onTestFinished(() => nginx.stop());
  const path = '/api/teams/t/documents/d/changes';
  const send = () =>
    sendSecurely(`https://localhost:${proxy}${path}`, nginx.ca, { method: 'POST', body: {} });
  // They take turns.
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  expect(heard).toContain(`stopping ${path}`);
});
