import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { livePath, protocol, type ServerMessage } from '../../contract/live.ts';
import { eventually } from '../eventually.ts';
import { createDatabase, type TestDatabase } from '../postgres/shared-postgres.ts';
import { freePort } from '../servers/free-port.ts';
import { person, type RunningServer, runServer, teamForm } from '../servers/running-server.ts';
import { sendSecurely } from '../servers/secure-server.ts';
import { isInstalled, notInstalled, type ReverseProxy, startCaddy } from './reverse-proxy.ts';

describe('two servers behind Caddy', () => {
  if (!isInstalled('caddy')) return test.skip(notInstalled('caddy'), () => {});

  let database: TestDatabase;
  let folder: string;
  let nodes: RunningServer[];
  let isOver = false;
  let caddy: ReverseProxy;
  let origin: string;
  beforeAll(async () => {
    database = await createDatabase();
    folder = mkdtempSync(join(tmpdir(), 'lineup-rolling-'));
    const proxy = await freePort();
    const ports = [await freePort(), await freePort()];
    origin = `https://localhost:${proxy}`;
    nodes = await Promise.all(
      ports.map((port) =>
        runServer({
          env: {
            ...{ PORT: String(port), PUBLIC_URL: origin, DRAIN_SECONDS: '6' },
            ...{ DATABASE_URL: database.url, SECRET_FILE: join(folder, 'secret') },
          },
          timeout: (milliseconds) => AbortSignal.timeout(isOver ? 1 : milliseconds),
        }),
      ),
    );
    caddy = await startCaddy({ proxy, lineup: ports });
  });
  afterAll(async () => {
    await caddy?.stop();
    isOver = true;
    await nodes?.[1]?.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    sendSecurely(origin + path, caddy.ca, { method: 'POST', headers: { origin, ...headers }, body });

  test('a server that stops takes no page and no change with it, and nobody is refused', async () => {
    const registered = await post('/api/auth/register', person('Ana'));
    const cookie = (registered.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
    const pages = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { team } = JSON.parse((await post('/api/teams', teamForm, { cookie })).text);
        return writer(cookie, team);
      }),
    );
    const reading = reader(cookie);
    await eventually(() => expect(pages.filter(({ isOpen }) => isOpen())).toHaveLength(8));

    await nodes[0]?.stop();
    await eventually(() => expect(pages.filter(({ isOpen }) => isOpen())).toHaveLength(8));
    const accepted = await Promise.all(pages.map((page) => page.finish()));
    expect(await reading()).toEqual([]);
    expect(pages.flatMap(({ refused }) => refused)).toEqual([]);
    // Some were connected to the server that stopped, and each only had to come back once.
    const lost = pages.map(({ closed }) => closed.length);
    expect(lost.some((count) => count > 0)).toBe(true);
    expect(Math.max(...lost)).toBe(1);
    expect(new Set(pages.flatMap(({ closed }) => closed))).toEqual(new Set([1012]));
    // Each change was made once: its version follows that of the one before.
    for (const versions of accepted) {
      expect(versions.length).toBeGreaterThan(10);
      expect(versions).toEqual(versions.map((_, index) => index + 2));
    }
  });

  /** A page that renames its team again and again, and sends what has no answer again, as the product's pages do. */
  function writer(cookie: string, team: string) {
    const closed: number[] = [];
    const refused: ServerMessage[] = [];
    const versions: number[] = [];
    let waiting: string | null = null;
    let made = 0;
    let socket: WebSocket;
    let isReady = false;
    let isOver = false;

    function change(): void {
      if (isOver && waiting === null) {
        socket.close();
        return;
      }
      waiting ??= `change-${++made}`;
      const renamed = { type: 'team.rename', name: `Store ${made}` };
      socket.send(JSON.stringify({ type: 'change', team, document: team, id: waiting, change: renamed }));
    }

    function open(): void {
      socket = new WebSocket(origin.replace('https', 'wss') + livePath, {
        ca: caddy.ca,
        headers: { origin, cookie },
      });
      socket.on('error', () => {});
      socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', protocol })));
      socket.on('message', (data) => {
        const message: ServerMessage = JSON.parse(String(data));
        if (message.type === 'me' && !isReady) {
          isReady = true;
          change();
        }
        if (message.type === 'refused' || message.type === 'problem') refused.push(message);
        if (message.type !== 'accepted' || message.id !== waiting) return;
        versions.push(message.version);
        waiting = null;
        setTimeout(change, 50);
      });
      socket.on('close', (code) => {
        if (isOver && waiting === null) return;
        if (isReady) closed.push(code);
        isReady = false;
        setTimeout(open, 125 + Math.random() * 125);
      });
    }

    open();
    return {
      closed,
      refused,
      isOpen: () => isReady,
      async finish() {
        isOver = true;
        await eventually(() => expect([waiting, socket.readyState]).toEqual([null, socket.CLOSED]));
        return versions;
      },
    };
  }

  /** Reads over HTTP all the time; returns how to stop, and what was not answered with 200. */
  function reader(cookie: string): () => Promise<unknown[]> {
    const failed: unknown[] = [];
    let isOver = false;
    async function read(): Promise<void> {
      while (!isOver) {
        const { status } = await sendSecurely(`${origin}/api/me`, caddy.ca, { headers: { cookie } }).catch(
          (error) => ({ status: String(error) }),
        );
        if (status !== 200) failed.push(status);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    const reading = read();
    return async () => {
      isOver = true;
      await reading;
      return failed;
    };
  }
});
