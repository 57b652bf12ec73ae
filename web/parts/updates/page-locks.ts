/**
 * Locks that the pages of this browser share. A page holds one while it must not be disturbed; a page that changes all of
 * them to a new version needs the lock for itself, which it gets only if no page holds it.
 */
export interface PageLock {
  hold(isOn: boolean): void;
  /** Runs `work` while no other page holds the lock and none can begin to. False if one does. */
  alone(work: () => Promise<boolean>): Promise<boolean>;
}

/** Held by pages with something unsaved, and by every page until it starts checking for that. */
export const unsavedLock = createPageLock('lineup unsaved');

export function createPageLock(name: string): PageLock {
  let release: (() => void) | null = null;
  return {
    hold(isOn) {
      if (isOn === (release !== null)) return;
      release?.();
      release = null;
      if (!isOn) return;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      void navigator.locks?.request(name, { mode: 'shared' }, () => released);
    },
    async alone(work) {
      // Without locks it is not known what other pages do. The browser changes versions when all of them are closed.
      if (!navigator.locks) return false;
      return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : false));
    },
  };
}
