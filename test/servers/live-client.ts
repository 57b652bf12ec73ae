import { WebSocket } from 'ws';
import { Client } from '../../client/client.ts';
import type { Clock } from '../../client/connection/server-time.ts';
import type { Transport } from '../../client/connection/transport.ts';
import type { Observable } from '../../client/observable.ts';
import type { ServerMessage } from '../../contract/live.ts';
import { memoryOutbox } from '../stores/memory-outbox.ts';

/** A clock on which everything takes a fraction of its time. */
export const fastClock = (scale: number): Clock => ({
  wall: () => Date.now(),
  steady: () => performance.now() * scale,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds / scale);
    return () => clearTimeout(timer);
  },
});

interface LiveClientOptions {
  readonly clock?: Clock;
  /** Messages of the server that never arrive. */
  readonly isLost?: (message: ServerMessage) => boolean;
}

/** The real client on a real connection. `address` is asked for each time it connects. */
export function openClient(
  address: () => string,
  { clock = fastClock(1), isLost = () => false }: LiveClientOptions = {},
): Client {
  const memory = new Map<string, string>();
  return new Client({
    storage: memoryOutbox(),
    memory: {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, text) => void memory.set(key, text),
      removeItem: (key) => void memory.delete(key),
    },
    transport: transportTo(address, isLost),
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    clock,
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
  });
}

const transportTo = (address: () => string, isLost: (message: ServerMessage) => boolean): Transport => ({
  onReachable: () => () => {},
  connect(events) {
    const socket = new WebSocket(address(), { perMessageDeflate: false });
    let isOver = false;
    socket.on('open', () => isOver || events.opened());
    socket.on('message', (data) => {
      const text = String(data);
      if (!isOver && !(text.startsWith('{') && isLost(JSON.parse(text)))) events.received(text);
    });
    socket.on('error', () => {});
    socket.on('close', () => isOver || events.closed());
    return {
      send: (text) => socket.send(text),
      close() {
        isOver = true;
        socket.terminate();
      },
    };
  },
});

/** Resolves with the value of an observable when it is as wanted. */
export function when<Value>(
  observable: Observable<Value>,
  isWanted: (value: Value) => boolean,
): Promise<Value> {
  return new Promise((resolve) => {
    const end = observable.subscribe(look);
    look();
    function look() {
      const value = observable.get();
      if (!isWanted(value)) return;
      end();
      resolve(value);
    }
  });
}
