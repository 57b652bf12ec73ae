import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { awakeText } from './awake-note.tsx';
import { awake, stayAwake } from './stay-awake.tsx';

let isInPress = false;

/** Safari's: refuses what isn't asked for in a press until something was. */
class WakeLock {
  readonly held = new Set<EventTarget>();
  #isAllowed = false;
  isSavingPower = false;

  async request(): Promise<unknown> {
    this.#isAllowed ||= isInPress;
    if (!this.#isAllowed || this.isSavingPower) throw new DOMException('', 'NotAllowedError');
    const lock = Object.assign(new EventTarget(), {
      released: false,
      release: async () => this.take(lock),
    });
    this.held.add(lock);
    return lock;
  }

  take(lock: EventTarget & { released: boolean }): void {
    lock.released = true;
    this.held.delete(lock);
    lock.dispatchEvent(new Event('release'));
  }

  takeAll(): void {
    for (const lock of this.held) this.take(lock as EventTarget & { released: boolean });
  }
}

let mayPlay = false;
const playing = new Set<HTMLMediaElement>();
const videos = () => [...document.querySelectorAll('video')].filter((each) => playing.has(each)).length;

beforeEach(() => {
  mayPlay = false;
  const media = HTMLMediaElement.prototype;
  vi.spyOn(media, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    if (!mayPlay) throw new DOMException('', 'NotAllowedError');
    playing.add(this);
  });
  vi.spyOn(media, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    playing.delete(this);
  });
  vi.spyOn(media, 'paused', 'get').mockImplementation(function paused(this: HTMLMediaElement) {
    return !playing.has(this);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  playing.clear();
  Reflect.deleteProperty(navigator, 'wakeLock');
  awake.set('unknown');
});

function browserWith(wakeLock: WakeLock | undefined): void {
  Object.defineProperty(navigator, 'wakeLock', { value: wakeLock, configurable: true });
}

async function tap() {
  isInPress = true;
  window.dispatchEvent(new Event('touchend'));
  isInPress = false;
  await settled();
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('[PA43] where a browser wants a press first, the first tap keeps the screen on, also after it was out of sight', async () => {
  const wakeLock = new WakeLock();
  browserWith(wakeLock);
  const end = stayAwake();
  await settled();
  expect(awake.get()).toBe('untouched');
  await tap();
  expect([awake.get(), wakeLock.held.size]).toEqual(['on', 1]);
  await tap();
  expect(wakeLock.held.size, 'once is enough').toBe(1);

  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => seen.mockRestore());
  wakeLock.takeAll();
  seen.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await settled();
  expect([awake.get(), wakeLock.held.size]).toEqual(['on', 1]);
  end();
  await settled();
  expect(wakeLock.held.size).toBe(0);
});

test('[PA43] a lock that the device refuses or takes in sight is known, and asked for again in the next tap', async () => {
  const wakeLock = new WakeLock();
  browserWith(wakeLock);
  onTestFinished(stayAwake());
  await tap();
  wakeLock.isSavingPower = true;
  wakeLock.takeAll();
  expect(awake.get()).toBe('refused');
  await tap();
  expect([awake.get(), wakeLock.held.size]).toEqual(['refused', 0]);
  wakeLock.isSavingPower = false;
  await tap();
  expect([awake.get(), wakeLock.held.size]).toEqual(['on', 1]);
});

test('[PA49] a silent video plays while the device has no lock, or takes the one it gave', async () => {
  mayPlay = true;
  browserWith(undefined);
  const end = stayAwake();
  await settled();
  expect([awake.get(), videos()], 'plain http').toEqual(['video', 1]);
  end();
  expect(videos(), 'left').toBe(0);

  const wakeLock = new WakeLock();
  browserWith(wakeLock);
  onTestFinished(stayAwake());
  await settled();
  expect([awake.get(), videos()], 'refused before a press').toEqual(['video', 1]);
  await tap();
  expect([awake.get(), videos()], 'granted').toEqual(['on', 0]);
  wakeLock.isSavingPower = true;
  wakeLock.takeAll();
  await settled();
  expect([awake.get(), videos()], 'taken').toEqual(['video', 1]);
  wakeLock.isSavingPower = false;
  await tap();
  expect([awake.get(), videos()], 'granted again').toEqual(['on', 0]);
});

test('[PA49] an app on the Home Screen that went dark beside its lock plays the video with it', async () => {
  mayPlay = true;
  const wakeLock = new WakeLock();
  browserWith(wakeLock);
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  onTestFinished(stayAwake());
  await tap();
  const seen = vi.spyOn(document, 'visibilityState', 'get');
  const hide = async (isHidden: boolean) => {
    seen.mockReturnValue(isHidden ? 'hidden' : 'visible');
    document.dispatchEvent(new Event('visibilitychange'));
    if (isHidden) wakeLock.takeAll();
    await settled();
  };
  window.dispatchEvent(new Event('keydown'));
  await hide(true);
  await hide(false);
  expect([awake.get(), videos()], 'somebody left it').toEqual(['on', 0]);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 25_000);
  await hide(true);
  await hide(false);
  expect([awake.get(), videos()]).toEqual(['on', 1]);
});

test('[PA44] a device says whether its screen stays on, and what else keeps it on', async () => {
  browserWith(undefined);
  onTestFinished(stayAwake());
  await settled();
  expect(awake.get()).toBe(window.isSecureContext ? 'unsupported' : 'insecure');
  const device = { isApple: false, isInstalled: false };
  expect(awakeText('on', device)).toBe('The screen stays on while the board is open.');
  expect(awakeText('insecure', device)).toBe(
    'Lineup can keep the screen on only over a secure connection. To keep it on, change the screen timeout in this device’s settings.',
  );
  expect(awakeText('refused', { isApple: true, isInstalled: false })).toMatch(
    /^This device doesn’t let .* Auto-Lock and choose Never\.$/,
  );
  expect(awakeText('video', device)).toMatch(/^A silent video keeps .* change the screen timeout/);
  expect(awakeText('on', { isApple: true, isInstalled: true })).toMatch(
    /needs iOS or iPadOS 18\.4 or newer\.$/,
  );
});
