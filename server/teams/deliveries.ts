import type { StoredSubscription } from '../store/push/push-store.ts';
import type { PushMessage, SendPush } from './push-sender.ts';

/** Messages that are sent to one push service at a time, and that wait for it. */
const AT_ONCE = 8;
const MOST_WAITING = 2_000;
/** After so many failures in a row, a browser is left alone for a while, in milliseconds. */
const MOST_FAILURES = 3;
const PAUSE = 900_000;
/** Browsers whose failures are remembered. */
const MOST_REMEMBERED = 10_000;

interface Dependencies {
  readonly send: SendPush;
  /** The push service does not know the browser anymore. */
  readonly remove: (device: string) => Promise<void>;
  readonly now: () => number;
  readonly logError: (error: unknown) => void;
}

/** Messages on their way. Each push service has a queue of its own, so that one that hangs delays no other. */
export interface Deliveries {
  add(subscription: StoredSubscription, message: PushMessage): void;
  /** Gives up what is on its way. */
  close(): Promise<void>;
}

interface Queue {
  readonly waiting: (() => Promise<void>)[];
  running: number;
}

export function createDeliveries({ send, remove, now, logError }: Dependencies): Deliveries {
  const queues = new Map<string, Queue>();
  const failures = new Map<string, { count: number; last: number }>();
  const closing = new AbortController();
  const running = new Set<Promise<void>>();

  function isPaused(device: string): boolean {
    const known = failures.get(device);
    return known !== undefined && known.count >= MOST_FAILURES && now() - known.last < PAUSE;
  }

  function remember(device: string, hasFailed: boolean): void {
    const count = hasFailed ? (failures.get(device)?.count ?? 0) + 1 : 0;
    failures.delete(device);
    if (count > 0) failures.set(device, { count, last: now() });
    const [oldest] = failures.keys();
    if (failures.size > MOST_REMEMBERED && oldest !== undefined) failures.delete(oldest);
  }

  async function deliver({ device, target }: StoredSubscription, message: PushMessage): Promise<void> {
    if (closing.signal.aborted || isPaused(device)) return;
    const sent = await send(target, message, closing.signal);
    if (closing.signal.aborted) return;
    remember(device, sent === 'failed');
    if (sent === 'gone') await remove(device);
  }

  async function work(host: string, queue: Queue): Promise<void> {
    queue.running += 1;
    for (let next = queue.waiting.shift(); next; next = queue.waiting.shift()) await next().catch(logError);
    queue.running -= 1;
    if (queue.running === 0) queues.delete(host);
  }

  return {
    add(subscription, message) {
      const host = URL.parse(subscription.target.endpoint)?.host ?? '';
      const queue = queues.get(host) ?? { waiting: [], running: 0 };
      if (isPaused(subscription.device) || queue.waiting.length >= MOST_WAITING) return;
      queues.set(host, queue);
      queue.waiting.push(() => deliver(subscription, message));
      if (queue.running >= AT_ONCE) return;
      const worker = work(host, queue);
      running.add(worker);
      void worker.finally(() => running.delete(worker));
    },

    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}
