import { useEffect, useState } from 'react';

/** True once `isOn` has been true for `milliseconds`; at first `initial`. */
export function useLasting(isOn: boolean, milliseconds: number, initial = false): boolean {
  const [lasts, setLasts] = useState(initial);
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
