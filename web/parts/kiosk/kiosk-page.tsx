import { useEffect } from 'react';
import { words } from '../../../client/words/words.ts';
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

/** What a shared tablet adds to every page: who is there, and that nobody is anymore. */
export function KioskPage() {
  const { kiosk } = useClient();
  const wanted = useObservable(wantedUnlock);
  const locksIn = useLocksIn();
  useEffect(() => {
    if (locksIn === 0) kiosk.lock();
  }, [kiosk, locksIn]);

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
