import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

interface Held {
  /** Around everything that can be held; a press elsewhere lets go. */
  readonly inside: RefObject<HTMLElement | null>;
  readonly is: (id: string) => boolean;
  readonly hold: (id: string) => void;
}

/** What was pressed last, of a few things. */
export function useHeld(): Held {
  const inside = useRef<HTMLElement>(null);
  const [held, hold] = useState<string | null>(null);
  useEffect(() => {
    if (held === null) return;
    const letGo = ({ target }: PointerEvent) => {
      if (!inside.current?.contains(target as Node)) hold(null);
    };
    document.addEventListener('pointerdown', letGo);
    return () => document.removeEventListener('pointerdown', letGo);
  }, [held]);
  return { inside, is: (id) => id === held, hold };
}

type HoldableProps = { className: string; isHeld: boolean; onHold: () => void; children: ReactNode };

/**
 * A row whose `plan__controls` show while it is held, under the pointer, or has the focus. Where there is no pointer to hover,
 * the first press only holds it. Screen readers and the Tab key find the controls at any time.
 */
export function Holdable({ className, isHeld, onHold, children }: HoldableProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys reach the controls themselves
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <div className={isHeld ? `${className} plan__held` : className} onClick={onHold}>
      {children}
    </div>
  );
}
