import { randomFillSync } from 'node:crypto';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { Client } from '../../client/client.ts';
import type { Clock } from '../../client/connection/server-time.ts';
import type { Transport } from '../../client/connection/transport.ts';
import type { TabChannel } from '../../client/outbox/outbox-sender.ts';
import type { OutboxStorage } from '../../client/outbox/outbox-storage.ts';
import type { ClientMessage, ServerMessage } from '../../contract/live.ts';
import type { Problem } from '../../domain/problem/problem.ts';
import { longestWait } from '../hang-watch.ts';
import { memoryOutbox } from '../stores/memory-outbox.ts';
import type { LiveServer } from './live-server.ts';

/** The real client on a real connection. Its timers fire when the test says so. */
export interface LiveTab {
  readonly client: Client;
  readonly sent: readonly ClientMessage[];
  /** The problems of all refusals that the server sent. */
  readonly refused: readonly Problem[];
  /** Those that the page was told about. */
  readonly lost: readonly Problem[];
  /** Two seconds pass. */
  passTime(): void;
  disconnect(): void;
  reconnect(): void;
  until(condition: () => boolean): Promise<void>;
}

interface LiveTabOptions {
  readonly storage?: OutboxStorage;
  readonly tabs?: TabChannel;
  /** What the browser remembers. */
  readonly memory?: Map<string, string>;
}

export function openLiveTab(
  server: LiveServer,
  user: string,
  { storage = memoryOutbox(), tabs, memory = new Map() }: LiveTabOptions = {},
): LiveTab {
  const sent: ClientMessage[] = [];
  const refused: Problem[] = [];
  const lost: Problem[] = [];
  const time = manualClock();
  let socket: WebSocket | null = null;
  let isDown = false;
  let reachable = () => {};
  memory.set('selectedTeam', 'harbor');

  const transport: Transport = {
    connect(events) {
      const opened = new WebSocket(server.addressOf(user), { perMessageDeflate: false });
      socket = opened;
      opened.on('open', () => (isDown ? opened.terminate() : events.opened()));
      opened.on('message', (data) => {
        const message = JSON.parse(String(data)) as ServerMessage;
        if (message.type === 'refused') refused.push(message.problem);
        events.received(String(data));
      });
      opened.on('error', () => {});
      opened.on('close', () => events.closed());
      return {
        send(text) {
          sent.push(JSON.parse(text));
          opened.send(text);
        },
        close() {
          opened.removeAllListeners('message');
          opened.removeAllListeners('close');
          opened.terminate();
        },
      };
    },
    onReachable(listener) {
      reachable = listener;
      return () => {};
    },
  };

  const client = new Client({
    storage,
    tabs,
    transport,
    memory: {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, text) => void memory.set(key, text),
      removeItem: (key) => void memory.delete(key),
    },
    fetch: async () => {
      throw new TypeError('Failed to fetch');
    },
    clock: time.clock,
    random: (count) => randomFillSync(new Uint8Array(count)),
  });
  client.refused.on(({ problem }) => lost.push(problem));

  return {
    client,
    sent,
    refused,
    lost,
    passTime: () => time.pass(2_000),
    disconnect() {
      isDown = true;
      socket?.terminate();
    },
    reconnect() {
      isDown = false;
      reachable();
    },
    until: (condition) =>
      vi.waitFor(
        () => {
          if (!condition()) throw new Error('Still waiting');
        },
        { interval: 5, timeout: longestWait },
      ),
  };
}

function manualClock() {
  let now = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const clock: Clock = {
    wall: () => Date.now() + now,
    steady: () => performance.now() + now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  };
  return {
    clock,
    pass(milliseconds: number) {
      now += milliseconds;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
  };
}
