import { ObservableValue } from '../../../client/observable.ts';
import { isCovered } from '../../ui/page/events.ts';
import { hasNotesDraft } from '../notes/notes-drafts.ts';

/** A schedule under review, something held by a finger. */
const held = '[data-unsaved], .drag-area--dragging';

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
  return typedInto.size > 0 || hasNotesDraft() || isCovered() || document.querySelector(held) !== null;
}

/** Installs the newer version. False where another page of this browser has something unsaved. */
export const updateOffer = new ObservableValue<(() => Promise<boolean>) | null>(null);

/** Parts of this page could not be loaded, and a reload, which is offered as for a newer version, would load them. */
export const lacksParts = new ObservableValue(false);

/** Held by pages with something unsaved, and by every page until it starts checking for that. */
export const unsavedLock = createPageLock('lineup unsaved');

/**
 * A lock that the pages of this browser share. A page holds it while it must not be disturbed; a page that changes all of
 * them to a new version needs the lock for itself, which it gets only if no page holds it.
 */
export function createPageLock(name: string) {
  let release: (() => void) | null = null;
  return {
    hold(isOn: boolean): void {
      if (isOn === (release !== null)) return;
      release?.();
      release = null;
      if (!isOn) return;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      void navigator.locks?.request(name, { mode: 'shared' }, () => released);
    },
    /** Runs `work` while no other page holds the lock and none can begin to. False if one does. */
    async alone(work: () => Promise<boolean>): Promise<boolean> {
      // Without locks it is not known what other pages do. The browser changes versions when all of them are closed.
      if (!navigator.locks) return false;
      return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : false));
    },
  };
}
