import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** In milliseconds: as long as its message stands. */
const marked = 8_000;

let added: string | null = null;

/** The list shows where the shift went when it is looked at next. */
export function markAdded(shift: string): void {
  added = shift;
}

/** The shift that was just added, in sight and for a while marked; null for none. */
export function useAddedShift(): string | null {
  const router = useRouter();
  const [shown, setShown] = useState(added);
  useEffect(() => {
    added = null;
    if (shown === null) return;
    // the router scrolls a page that was gone to back to its top once it is rendered
    const stop = router.subscribe('onRendered', () =>
      document.querySelector('.table__row--marked')?.scrollIntoView({ block: 'center' }),
    );
    const timer = setTimeout(() => setShown(null), marked);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [shown, router]);
  return shown;
}
