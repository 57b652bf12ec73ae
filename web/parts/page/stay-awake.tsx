import { useEffect } from 'react';
import { isAppleMobile, isInstalled } from '../../../client/device/push.ts';
import { ObservableValue } from '../../../client/observable.ts';
import { useObservable } from './client-context.tsx';

const reasons: Readonly<Record<Exclude<Awake, 'unknown' | 'on'>, string>> = {
  untouched: 'The screen stays on once someone taps the board.',
  refused: 'This device doesn’t let Lineup keep its screen on. It may be saving power.',
  insecure: 'Lineup can keep the screen on only over a secure connection.',
  unsupported: 'This browser can’t keep the screen on.',
};

/** Whether the screen of a device stays on while the board is open, and what else keeps it on; '' until that is known. */
export function awakeText(
  awake: Awake,
  { isApple, isInstalled }: { isApple: boolean; isInstalled: boolean },
): string {
  if (awake === 'unknown') return '';
  if (awake === 'on') {
    const text = 'The screen stays on while the board is open.';
    return isApple && isInstalled
      ? `${text} Opened from the Home Screen, this needs iOS or iPadOS 18.4 or newer.`
      : text;
  }
  if (awake === 'untouched') return reasons.untouched;
  return `${reasons[awake]} ${
    isApple
      ? 'To keep it on, go to Settings > Display & Brightness > Auto-Lock and choose Never.'
      : 'To keep it on, change the screen timeout in this device’s settings.'
  }`;
}

export function AwakeNote({ className }: { className?: string }) {
  const text = awakeText(useObservable(awake), { isApple: isAppleMobile(), isInstalled: isInstalled() });
  return text === '' ? null : <p className={className}>{text}</p>;
}

/** What became of asking that the screen stays on. 'untouched': refused so far, which a press may change. */
type Awake = 'unknown' | 'on' | 'untouched' | 'refused' | 'insecure' | 'unsupported';

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
