import * as z from 'zod/mini';
import { livePath } from '../../contract/live.ts';
import type { ClientOptions } from '../client.ts';
import type { RandomBytes } from '../connection/random.ts';
import type { Clock } from '../connection/server-time.ts';
import type { Socket, SocketEvents, Transport } from '../connection/transport.ts';
import type { TabChannel, TabMessage } from '../outbox/outbox-sender.ts';
import type { OutboxStorage } from '../outbox/outbox-storage.ts';
import type { KeyValueStorage } from './choices.ts';

// The page's policy forbids making code from text, which the schemas would try as they are built: so this is imported
// before them.
z.config({ jitless: true });

const television =
  /\b(SMART-TV|SmartTV|Tizen .*TV|Web0S|HbbTV|NetCast|BRAVIA|Google ?TV|Android TV|CrKey|AFT[A-Z0-9]+|AppleTV|VIDAA|Roku)\b/i;

export const browserOptions = (storage: OutboxStorage): ClientOptions => ({
  storage,
  tabs: browserTabs(),
  memory: browserMemory('localStorage'),
  session: browserMemory('sessionStorage'),
  isTelevision: television.test(navigator.userAgent),
  transport: browserTransport,
  fetch: (address, init) => fetch(address, init),
  clock: browserClock,
  random: browserRandom,
});

const browserClock: Clock = {
  wall: () => Date.now(),
  steady: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

const browserRandom: RandomBytes = (count) => crypto.getRandomValues(new Uint8Array(count));

const browserTransport: Transport = {
  connect: (events) => webSocket(events),
  onReachable: (listener) => {
    const whenVisible = () => document.visibilityState === 'visible' && listener();
    // Every page fires `pageshow` as it loads, when it is connecting already.
    const whenRestored = (event: PageTransitionEvent) => event.persisted && listener();
    addEventListener('online', listener);
    addEventListener('offline', listener);
    addEventListener('pageshow', whenRestored);
    document.addEventListener('visibilitychange', whenVisible);
    return () => {
      removeEventListener('online', listener);
      removeEventListener('offline', listener);
      removeEventListener('pageshow', whenRestored);
      document.removeEventListener('visibilitychange', whenVisible);
    };
  },
};

function webSocket(events: SocketEvents): Socket {
  const { protocol, host } = location;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${livePath}`);
  socket.onopen = () => events.opened();
  socket.onmessage = ({ data }) => events.received(String(data));
  socket.onclose = () => events.closed();
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => {
      socket.onopen = null;
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
    },
  };
}

/** What this device keeps, whoever uses it; nothing where the browser does not allow it. */
export const keptOnDevice = (key: string): string | null => browserMemory('localStorage').getItem(key);

export function keepOnDevice(key: string, text: string | null): void {
  const memory = browserMemory('localStorage');
  if (text === null) memory.removeItem(key);
  else memory.setItem(key, text);
}

/** The browser's storage, or memory for as long as the page is open where the browser does not allow it. */
export function browserMemory(name: 'localStorage' | 'sessionStorage'): KeyValueStorage {
  try {
    const { [name]: storage } = globalThis;
    storage.getItem('');
    return {
      getItem: (key) => storage.getItem(key),
      setItem: (key, text) => ignoringFull(() => storage.setItem(key, text)),
      removeItem: (key) => storage.removeItem(key),
    };
  } catch {
    return memoryInPage();
  }
}

/** A full or forbidden storage must not stop a choice from being made. */
function ignoringFull(write: () => void): void {
  try {
    write();
  } catch {
    // The choice lasts as long as the page.
  }
}

function memoryInPage(): KeyValueStorage {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}

function browserTabs(): TabChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel('lineup outbox');
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const hear = ({ data }: MessageEvent<TabMessage>) => listener(data);
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
}
