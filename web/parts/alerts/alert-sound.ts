const key = 'alertSound';
let isTouched = false;
let context: AudioContext | null = null;

// A browser lets a page make sound only after it was touched.
const touch = () => {
  isTouched = true;
};
for (const use of ['pointerdown', 'keydown'] as const) {
  window.addEventListener(use, touch, { once: true, capture: true, passive: true });
}

/** Whether this device makes a sound when a break is due or over. */
export function isSoundOn(): boolean {
  try {
    return localStorage.getItem(key) === 'on';
  } catch {
    return false;
  }
}

export function switchSound(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(key, 'on');
    else localStorage.removeItem(key);
  } catch {
    // It lasts as long as the page then.
  }
  if (isOn) void playSound();
}

/** Two soft tones, if the sound is on and the page was touched. */
export async function playSound(): Promise<void> {
  if (!isSoundOn() || !isTouched || !('AudioContext' in window)) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') await context.resume().catch(() => {});
  tone(context, 660, 0);
  tone(context, 880, 0.18);
}

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
