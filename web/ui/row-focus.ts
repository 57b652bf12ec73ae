import { type RefObject, useLayoutEffect, useRef } from 'react';

/** In a list whose rows are deleted by a button of their own, the next row's has the focus when the pressed one is gone. */
export function useRowFocus<List extends HTMLElement>(): {
  readonly list: RefObject<List | null>;
  /** The row that stood at `index` was deleted. */
  readonly goOnFrom: (index: number) => void;
} {
  const list = useRef<List>(null);
  const deletedAt = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (deletedAt.current === null) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>('.button--danger') ?? [];
    buttons[Math.min(deletedAt.current, buttons.length - 1)]?.focus({ preventScroll: true });
    deletedAt.current = null;
  });
  return {
    list,
    goOnFrom: (index) => {
      deletedAt.current = index;
    },
  };
}
