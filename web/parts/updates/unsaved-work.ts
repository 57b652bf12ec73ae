import { hasNotesDraft } from '../notes/notes-drafts.ts';

/** A dialog, a schedule under review, something held by a finger. */
const open =
  '[role="dialog"], [role="alertdialog"], [data-unsaved], .drag-area--dragging, .reorder__row--dragged';

/** What someone typed into: each form, or the field itself where it has none. */
const typedInto = new Set<Element>();

for (const use of ['input', 'change']) {
  document.addEventListener(
    use,
    ({ target }) => {
      if (!(target instanceof Element)) return;
      const form = target.closest('form');
      if (form || target.matches('textarea, [contenteditable]')) typedInto.add(form ?? target);
    },
    { capture: true, passive: true },
  );
}

/** Whether reloading the page would lose something that is not a change yet: a form, a dialog, notes, a drag. */
export function hasUnsavedWork(): boolean {
  for (const element of typedInto) {
    if (!element.isConnected) typedInto.delete(element);
  }
  return typedInto.size > 0 || hasNotesDraft() || document.querySelector(open) !== null;
}
