import { useEffect, useState } from 'react';

/** As long as its toast. */
const markedMilliseconds = 8_000;

let added: string | null = null;

export function markAdded(shift: string): void {
  added = shift;
}

/** The shift that was just added, scrolled into view and marked for a few seconds; null for none. */
export function useAddedShift(): string | null {
  const [shown, setShown] = useState(added);
  useEffect(() => {
    added = null;
    if (shown === null) return;
    document.querySelector('.table__row--marked')?.scrollIntoView({ block: 'center' });
    const timer = setTimeout(() => setShown(null), markedMilliseconds);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown;
}
