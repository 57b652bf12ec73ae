import { isAppleMobile, isInstalled } from '../../../client/device/push.ts';
import { useObservable } from '../page/client-context.tsx';
import { awakeText } from './awake-text.ts';
import { awake } from './stay-awake.ts';

/** Says whether this device's screen stays on. */
export function AwakeNote({ className }: { className?: string }) {
  const text = awakeText(useObservable(awake), { isApple: isAppleMobile(), isInstalled: isInstalled() });
  return text === '' ? null : <p className={className}>{text}</p>;
}
