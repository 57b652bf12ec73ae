import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { base64Of } from '../connection/random.ts';

export type WhyNoPush = 'insecure' | 'home-screen' | 'unsupported' | 'blocked';

type PushKeys = Record<'endpoint' | 'p256dh' | 'auth', string>;

/** iPhones and iPads; newer iPads call themselves Macs. */
export const isAppleMobile = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);

export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as { readonly standalone?: boolean }).standalone === true;

export function whyNoPush(): WhyNoPush | null {
  if (!window.isSecureContext) return 'insecure';
  if (!navigator.serviceWorker || !('PushManager' in window) || !('Notification' in window)) {
    return isAppleMobile() && !isInstalled() ? 'home-screen' : 'unsupported';
  }
  return Notification.permission === 'denied' ? 'blocked' : null;
}

export async function pushSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Subscribes, and asks for permission if it was not given yet: in answer to a press, or the browser refuses. */
export async function subscribeToPush(publicKey: string): Promise<Outcome<PushKeys>> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return refuse('push-blocked');
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return refuse('push-unsupported');
  try {
    const before = await registration.pushManager.getSubscription();
    // Made for a key that the server had before.
    if (before && keyOf(before) !== publicKey) await before.unsubscribe();
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
    const { endpoint, keys } = subscription.toJSON();
    if (!endpoint || !keys?.p256dh || !keys.auth) return refuse('push-unsupported');
    return done({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
  } catch {
    return refuse('push-unsupported');
  }
}

const keyOf = ({ options }: PushSubscription): string =>
  base64Of(new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0)));

export async function deviceOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
