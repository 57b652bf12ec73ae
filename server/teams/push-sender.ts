import type { SafeFetch } from '../schedules/safe-fetch.ts';
import type { PushTarget } from '../store/push/push-store.ts';
import { encryptMessage } from './encrypt-message.ts';
import type { ServerKey } from './server-keys.ts';

/** How long a push service keeps a message for a browser that is off, in seconds: an older one is no news. */
const KEPT_FOR = 900;
/** In milliseconds, for a message with all of its attempts. Push services take less than one second. */
const PATIENCE = 5_000;

/** What the service worker shows. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** A later message with the same tag takes its place. */
  readonly tag: string;
}

/** `gone`: the push service does not know the browser anymore, or it is at no address that the server may reach. */
export type Sent = 'sent' | 'gone' | 'failed';

/** Given up when `signal` is aborted. */
export type SendPush = (target: PushTarget, message: PushMessage, signal: AbortSignal) => Promise<Sent>;

interface Dependencies {
  readonly safeFetch: Pick<SafeFetch, 'fetch'>;
  /** Of every secret, the current one first. */
  readonly keys: readonly ServerKey[];
  readonly now: () => number;
  readonly timeout: (milliseconds: number) => AbortSignal;
}

export function createPushSender({ safeFetch, keys, now, timeout }: Dependencies): SendPush {
  return async (target, message, signal) => {
    const key = keys.find(({ publicKey }) => publicKey === target.publicKey);
    // Its secret was removed from the file.
    if (!key) return 'gone';
    const answer = await safeFetch.fetch({
      url: target.endpoint,
      method: 'POST',
      headers: {
        authorization: key.authorization(target.endpoint, target.contact, now()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(KEPT_FOR),
        urgency: 'high',
      },
      body: encryptMessage(target, JSON.stringify(message)),
      signal: AbortSignal.any([signal, timeout(PATIENCE)]),
      manualRedirects: true,
    });
    if (!answer.ok) return answer.problem.code.startsWith('address-') ? 'gone' : 'failed';
    const { status } = answer.value;
    if (status === 404 || status === 410) return 'gone';
    return status >= 200 && status < 300 ? 'sent' : 'failed';
  };
}
