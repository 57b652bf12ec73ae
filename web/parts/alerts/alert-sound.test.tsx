import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playSound, switchSound } from './alert-sound.ts';

/** As in WebKit: silent until it is made or woken in a press, and no word of it outside of one. */
class SilentUntilPressed {
  static made: SilentUntilPressed[] = [];
  state: AudioContextState | 'interrupted' = 'suspended';
  currentTime = 0;
  destination = {};
  tones = 0;

  constructor() {
    SilentUntilPressed.made.push(this);
  }

  resume(): Promise<void> {
    if (!isInPress) return new Promise(() => {});
    this.state = 'running';
    return Promise.resolve();
  }

  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} };
  }

  createOscillator() {
    const start = () => void this.tones++;
    return { frequency: { value: 0 }, connect: (next: unknown) => next, start, stop() {} };
  }
}

let isInPress = false;

/** What a browser lets begin a sound: with a finger, its end. */
function press(type: 'pointerdown' | 'touchend' | 'click') {
  isInPress = type !== 'pointerdown';
  window.dispatchEvent(new Event(type));
  isInPress = false;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', SilentUntilPressed);
});
afterEach(() => {
  localStorage.removeItem('alertSound');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Resolves when the sound was played or given up. */
async function alert() {
  const played = playSound();
  await vi.advanceTimersByTimeAsync(1_000);
  await played;
}

test('the alert sounds after the first tap, on an iPad too, and again after a call', async () => {
  press('click');
  await alert();
  expect(SilentUntilPressed.made, 'the sound is off').toHaveLength(0);

  localStorage.setItem('alertSound', 'on');
  press('pointerdown');
  await alert();
  expect(SilentUntilPressed.made).toHaveLength(0);

  press('touchend');
  const [audio] = SilentUntilPressed.made;
  await alert();
  expect(audio?.tones).toBe(2);

  if (audio) audio.state = 'interrupted';
  await alert();
  expect(audio?.tones, 'given up, not kept for later').toBe(2);
  press('click');
  await alert();
  expect(audio?.tones).toBe(4);

  localStorage.removeItem('alertSound');
  await alert();
  expect(audio?.tones).toBe(4);
  isInPress = true;
  switchSound(true);
  isInPress = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(audio?.tones).toBe(6);
  expect(SilentUntilPressed.made).toHaveLength(1);
});
