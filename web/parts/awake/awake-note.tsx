import { isAppleMobile, isInstalled } from '../../../client/device/push.ts';
import { useObservable } from '../page/client-context.tsx';
import { type Awake, awake } from './stay-awake.ts';

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
