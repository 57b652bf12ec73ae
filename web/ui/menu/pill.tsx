import { useLayoutEffect, useRef } from 'react';
import { VisuallyHidden } from '../page/page.tsx';
import { uiWord } from '../words.ts';
import './pill.css';

export type PillItem = {
  id: string;
  label: string;
  note?: string;
  /** A key that chooses it, wherever the focus is. */
  shortcut?: string;
  /** Announced as "now". */
  isNow?: boolean;
};

type PillRowProps = {
  label: string;
  items: readonly PillItem[];
  currentId: string | undefined;
  onChoose: (id: string) => void;
};

/** One row to choose from, 48 px high; on a narrow screen it scrolls, with the chosen pill in view. */
export function PillRow({ label, items, currentId, onChoose }: PillRowProps) {
  const row = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice moves the row
  useLayoutEffect(() => {
    const pill = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!row.current || !pill) return;
    row.current.scrollLeft = pill.offsetLeft - (row.current.clientWidth - pill.offsetWidth) / 2;
  }, [currentId, items.length]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll its content
    <div className="sideways pills" role="group" aria-label={label} ref={row}>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          className="pill"
          aria-pressed={item.id === currentId}
          aria-keyshortcuts={item.shortcut}
          title={item.shortcut && `${item.label} (${item.shortcut})`}
          onClick={() => onChoose(item.id)}
        >
          {item.isNow && <VisuallyHidden>{`${uiWord('now-is')} `}</VisuallyHidden>}
          <span className="one-line pill__label">{item.label}</span>
          {item.note && <span className="pill__note">{item.note}</span>}
        </button>
      ))}
    </div>
  );
}
