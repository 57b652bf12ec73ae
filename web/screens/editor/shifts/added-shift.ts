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
  const [shown, setShown] = useState(added);
  useEffect(() => {
    added = null;
    if (shown === null) return;
    document.querySelector('.table__row--marked')?.scrollIntoView({ block: 'center' });
    const timer = setTimeout(() => setShown(null), marked);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown;
}
