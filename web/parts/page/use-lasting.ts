import { useEffect, useState } from 'react';

/** True once `isOn` has been true for `milliseconds`. */
export function useLasting(isOn: boolean, milliseconds: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isOn) {
      setLasts(false);
      return;
    }
    const timer = setTimeout(() => setLasts(true), milliseconds);
    return () => clearTimeout(timer);
  }, [isOn, milliseconds]);
  return lasts;
}
