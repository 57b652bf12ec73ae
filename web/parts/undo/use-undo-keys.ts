import { useEffect } from 'react';
import { useClient } from '../page/client-context.tsx';
import { pressRedo, pressUndo } from './press-undo.ts';

/** Ctrl or Cmd with Z undoes, with Shift+Z or Y redoes; fields where text is edited have an undo of their own. */
export function useUndoKeys(): void {
  const client = useClient();
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const key = event.key.toLowerCase();
      const isChord = (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isChord || event.defaultPrevented || editsText(document.activeElement)) return;
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
      if (!isRedo && key !== 'z') return;
      if (isRedo ? pressRedo(client) : pressUndo(client)) event.preventDefault();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [client]);
}

const withoutText = new Set(['button', 'checkbox', 'color', 'file', 'radio', 'range', 'reset', 'submit']);

/** Asked about what has the focus: the palette sends the keys of its field on to what it has found. */
function editsText(target: Element | null): boolean {
  if (target instanceof HTMLInputElement) return !withoutText.has(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}
