import { useEffect } from 'react';
import { isInstalled } from '../../../client/device/push.ts';
import { ObservableValue } from '../../../client/observable.ts';
import { untouchedFor } from './user-activity.ts';

/** What became of asking that the screen stays on. 'untouched': refused so far, which a press may change. */
export type Awake = 'unknown' | 'on' | 'video' | 'untouched' | 'refused' | 'insecure' | 'unsupported';

export const awake = new ObservableValue<Awake>('unknown');

/** In milliseconds. Nobody touches a wall, and a device may give what it refused before. */
const asksEvery = 60_000;
/** A page that is hidden after nobody touched it for so long, in milliseconds, went dark by itself. */
const longUntouched = 20_000;

/**
 * Asks for the wake lock and, where that is refused, released or missing, plays a silent video, for which devices stay on, too.
 * What happened decides: an iPad before 18.4 grants the lock on its Home Screen and goes dark all the same (WebKit 254545).
 */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isAsking = false;
  let isGone = false;
  let wentDark = false;
  const video = new AwakeVideo();

  function settle(without: Awake) {
    if (lock) awake.set('on');
    else awake.set(video.isPlaying ? 'video' : without);
    if (lock && !wentDark) video.stop();
    else void video.play().then((plays) => plays && !lock && !isGone && awake.set('video'));
  }

  async function ask(inPress: boolean) {
    const { wakeLock } = navigator;
    if (isGone || document.visibilityState !== 'visible') return;
    if (!wakeLock) return settle(window.isSecureContext ? 'unsupported' : 'insecure');
    // WebKit refuses what isn't asked for in a press, so a press doesn't wait for an answer
    if ((lock && !lock.released) || (isAsking && !inPress)) return;
    isAsking = true;
    const got = await wakeLock.request('screen').catch(() => null);
    isAsking = false;
    if (isGone || (got && lock && !lock.released)) return void got?.release();
    if (!got)
      return lock ? undefined : settle(inPress || awake.get() === 'refused' ? 'refused' : 'untouched');
    lock = got;
    settle('on');
    // the browser releases it when the page is hidden; else the device took it, for example on a low battery
    got.addEventListener('release', () => {
      lock = null;
      if (!isGone && document.visibilityState === 'visible') settle('refused');
    });
  }

  const askAgain = () => void ask(false);
  const askInPress = () => void ask(true);
  const seen = () => {
    const isHidden = document.visibilityState !== 'visible';
    wentDark ||= isHidden && lock !== null && isInstalled() && untouchedFor() >= longUntouched;
    askAgain();
  };
  document.addEventListener('visibilitychange', seen);
  for (const press of presses) window.addEventListener(press, askInPress, { passive: true });
  const timer = setInterval(askAgain, asksEvery);
  askAgain();
  return () => {
    isGone = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
    for (const press of presses) window.removeEventListener(press, askInPress);
    void lock?.release();
    video.stop();
  };
}

/** Six seconds of black and of silence, as large as the page and behind it: browsers don't count a small one. */
class AwakeVideo {
  #video: HTMLVideoElement | null = null;

  get isPlaying(): boolean {
    return this.#video !== null && !this.#video.paused;
  }

  async play(): Promise<boolean> {
    this.#video ??= this.#make();
    if (!this.isPlaying) await this.#video.play().catch(() => undefined);
    return this.isPlaying;
  }

  stop(): void {
    this.#video?.remove();
    this.#video?.pause();
    this.#video = null;
  }

  #make(): HTMLVideoElement {
    const video = document.createElement('video');
    video.muted = true;
    video.playsInline = true;
    video.disableRemotePlayback = true;
    video.className = 'screen-only';
    video.setAttribute('aria-hidden', 'true');
    Object.assign(video.style, {
      ...{ position: 'fixed', top: '0', left: '0', width: '100%', height: '100%' },
      ...{ zIndex: '-1', opacity: '0.01', pointerEvents: 'none' },
    });
    for (const [src, type] of [
      ['/awake.mp4', 'video/mp4'],
      ['/awake.webm', 'video/webm'],
    ] as const)
      video.append(Object.assign(document.createElement('source'), { src, type }));
    // not by `loop`: Safari lets a device sleep beside a video that has it
    video.addEventListener('timeupdate', () => {
      if (video.currentTime > 4) video.currentTime = 0;
    });
    document.body.append(video);
    return video;
  }
}

/** What counts as a press for a browser; of a finger, not pointerdown. */
const presses = ['click', 'touchend', 'keydown'] as const;

export function StayAwake(): null {
  useEffect(stayAwake, []);
  return null;
}
