import { keepOnDevice, keptOnDevice } from '../../../client/device/browser.ts';

const key = 'alertSound';
/** In milliseconds. Some browsers never say whether they may make sound, and a tone that comes later would mean nothing. */
const soonEnough = 1_000;
let context: AudioContext | null = null;

// Where a context was not made or woken in a press, WebKit keeps it silent, and after a call or a lock it is so again. Of a
// finger only these are presses to it, not pointerdown.
for (const press of ['click', 'touchend', 'keydown'] as const) {
  window.addEventListener(press, () => isSoundOn() && wake(), { capture: true, passive: true });
}

export const isSoundOn = (): boolean => keptOnDevice(key) === 'on';

/** In answer to a press. */
export function switchSound(isOn: boolean): void {
  keepOnDevice(key, isOn ? 'on' : null);
  if (!isOn) return;
  wake();
  void playSound();
}

/** Two soft tones, if the sound is on and the page was touched. */
export async function playSound(): Promise<void> {
  if (!isSoundOn()) return;
  // where one touch is enough for all that follows, it may have been before this script had loaded
  if (navigator.userActivation?.hasBeenActive) wake();
  if (!context) return;
  if (!isRunning(context)) {
    const late = new Promise((resolve) => setTimeout(resolve, soonEnough));
    await Promise.race([context.resume().catch(() => {}), late]);
    if (!isRunning(context)) return;
  }
  tone(context, 660, 0);
  tone(context, 880, 0.18);
}

function wake(): void {
  if (!('AudioContext' in window)) return;
  context ??= new AudioContext();
  if (!isRunning(context)) context.resume().catch(() => {});
}

const isRunning = ({ state }: AudioContext): boolean => state === 'running';

function tone(audio: AudioContext, pitch: number, after: number): void {
  const [oscillator, volume] = [audio.createOscillator(), audio.createGain()];
  const start = audio.currentTime + after;
  oscillator.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.2, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + 0.32);
}
