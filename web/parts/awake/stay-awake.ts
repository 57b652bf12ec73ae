import { useEffect } from 'react';
import { ObservableValue } from '../../../client/observable.ts';

/** What became of asking that the screen stays on. 'untouched': refused so far, which a press may change. */
export type Awake = 'unknown' | 'on' | 'untouched' | 'refused' | 'insecure' | 'unsupported';

export const awake = new ObservableValue<Awake>('unknown');

export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isAsking = false;
  let isGone = false;

  async function ask(inPress: boolean) {
    const { wakeLock } = navigator;
    if (!wakeLock) return awake.set(window.isSecureContext ? 'unsupported' : 'insecure');
    if (isGone || document.visibilityState !== 'visible') return;
    // WebKit refuses what isn't asked for in a press, so a press doesn't wait for an answer
    if ((lock && !lock.released) || (isAsking && !inPress)) return;
    isAsking = true;
    const got = await wakeLock.request('screen').catch(() => null);
    isAsking = false;
    if (isGone || (got && lock && !lock.released)) return void got?.release();
    if (!got) return lock ? undefined : awake.set(inPress ? 'refused' : 'untouched');
    lock = got;
    awake.set('on');
    // the browser releases it when the page is hidden; else the device took it, for example on a low battery
    got.addEventListener('release', () => {
      lock = null;
      if (!isGone && document.visibilityState === 'visible') awake.set('refused');
    });
  }

  const askAgain = () => void ask(false);
  const askInPress = () => void ask(true);
  document.addEventListener('visibilitychange', askAgain);
  for (const press of presses) window.addEventListener(press, askInPress, { passive: true });
  askAgain();
  return () => {
    isGone = true;
    document.removeEventListener('visibilitychange', askAgain);
    for (const press of presses) window.removeEventListener(press, askInPress);
    void lock?.release();
  };
}

/** What counts as a press for a browser; of a finger, not pointerdown. */
const presses = ['click', 'touchend', 'keydown'] as const;

export function StayAwake(): null {
  useEffect(stayAwake, []);
  return null;
}
