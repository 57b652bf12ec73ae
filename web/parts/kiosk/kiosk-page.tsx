import { useEffect, useEffectEvent, useRef } from 'react';
import { words } from '../../../client/words/words.ts';
import { dismissToast, toasts } from '../../ui/message/toast.tsx';
import { VisuallyHidden } from '../../ui/page/page.tsx';
import { useClient, useObservable } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';
import { untouchedFor } from '../page/user-activity.ts';
import { wantedUnlock } from './unlock-first.ts';
import { WhoIsHere } from './who-is-here.tsx';

const t = words('kiosk');

/** In milliseconds: a tablet that its person left acts for nobody. */
const locksAfter = 90_000;
const warnsBefore = 20_000;

/** The seconds until the tablet locks by itself; null while that is far off, or nobody is there. */
export function useLocksIn(): number | null {
  const { kiosk } = useClient();
  const isSomeone = useObservable(kiosk.person) !== null;
  return useTicking(() => {
    const left = Math.ceil((locksAfter - untouchedFor()) / 1_000);
    return isSomeone && left <= warnsBefore / 1_000 ? Math.max(0, left) : null;
  }, isSomeone);
}

/** A tablet that sleeps counts no time, and another person wakes it: `run` runs after it was out of sight for as long as it takes to lock. */
function useAwake(run: () => void): void {
  const hiddenAt = useRef<number | null>(null);
  const show = useEffectEvent(() => {
    const since = hiddenAt.current;
    hiddenAt.current = document.hidden ? Date.now() : null;
    if (since !== null && Math.abs(Date.now() - since) >= locksAfter) run();
  });
  useEffect(() => {
    document.addEventListener('visibilitychange', show);
    return () => document.removeEventListener('visibilitychange', show);
  }, []);
}

/** What a shared tablet adds to every page: who is there, and that nobody is anymore. */
export function KioskPage() {
  const { kiosk } = useClient();
  const wanted = useObservable(wantedUnlock);
  const locksIn = useLocksIn();
  useEffect(() => {
    if (locksIn === 0) kiosk.lock();
  }, [kiosk, locksIn]);
  // who comes now did not make the press that waits
  const isLeft = useTicking(() => untouchedFor() >= locksAfter, wanted !== null);
  useEffect(() => {
    if (wanted && isLeft) close(false);
  });
  useAwake(() => kiosk.lock());
  // a message offers Undo to whom it was for
  useEffect(
    () =>
      kiosk.person.subscribe(() => {
        for (const { id, action } of toasts()) if (action?.does) dismissToast(id);
      }),
    [kiosk],
  );

  function close(isUnlocked: boolean) {
    wantedUnlock.set(null);
    wanted?.(isUnlocked);
  }

  return (
    <>
      <div role="status">{locksIn !== null && <VisuallyHidden>{t('locks-soon')}</VisuallyHidden>}</div>
      {wanted && <WhoIsHere onClose={close} />}
    </>
  );
}
