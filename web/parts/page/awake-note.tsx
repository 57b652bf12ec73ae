import { isAppleMobile, isInstalled } from '../../../client/device/push.ts';
import { words } from '../../../client/words/words.ts';
import { useObservable } from './client-context.tsx';
import { type Awake, awake } from './stay-awake.tsx';

const t = words('television');

/** Whether the screen of a device stays on while the board is open, and what else keeps it on; '' until that is known. */
export function awakeText(
  awake: Awake,
  { isApple, isInstalled }: { isApple: boolean; isInstalled: boolean },
): string {
  if (awake === 'unknown') return '';
  if (awake === 'on') return t(isApple && isInstalled ? 'awake-on-home-screen' : 'awake-on');
  if (awake === 'untouched') return t('awake-untouched');
  if (awake === 'video') return t(isApple ? 'awake-video-apple' : 'awake-video');
  return t(isApple ? 'keep-on-apple' : 'keep-on', { why: t(`awake-${awake}`) });
}

export function AwakeNote({ className }: { className?: string }) {
  const text = awakeText(useObservable(awake), { isApple: isAppleMobile(), isInstalled: isInstalled() });
  return text === '' ? null : <p className={className}>{text}</p>;
}
