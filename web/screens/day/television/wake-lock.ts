import { useEffect } from 'react';

/** Keeps the screen on while this is shown. Browsers only offer it over https. */
export function useWakeLock(): void {
  useEffect(() => {
    let isGone = false;
    let lock: WakeLockSentinel | null = null;

    async function request() {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      // Some devices refuse, for example on a low battery.
      lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
      if (isGone) void lock?.release();
    }

    // The browser releases it when the page is hidden.
    const again = () => void request();
    document.addEventListener('visibilitychange', again);
    again();
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, []);
}
