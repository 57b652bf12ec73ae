const path = '/service-worker.js';
/** In milliseconds. A worker that does not answer within this time does not hold up the page. */
const answersWithin = 15_000;

export interface WorkerUpdates {
  /** A newer worker is installed and waits. */
  isWaiting(): boolean;
  /** Another worker than the one this page was opened with answers now. */
  hasChanged(): boolean;
  /** Looks for a newer worker, and waits until it is installed. */
  ask(): Promise<void>;
  /** Lets the newer worker take over all pages. */
  activate(): Promise<void>;
  /** Without a worker the next page comes from the server. */
  remove(): Promise<void>;
}

/** Registers the service worker. Null where the browser has none, or refuses it, as on plain http. */
export async function registerWorker(): Promise<WorkerUpdates | null> {
  const workers = navigator.serviceWorker;
  if (!workers || import.meta.env.DEV) return null;
  let controller = workers.controller;
  let hasChanged = false;
  workers.addEventListener('controllerchange', () => {
    // The first worker of a page that was opened without one changes nothing.
    hasChanged ||= controller !== null;
    controller = workers.controller;
  });
  const registration = await workers.register(path, { updateViaCache: 'none' }).catch(() => null);
  if (!registration) return null;

  return {
    isWaiting: () => registration.waiting !== null,
    hasChanged: () => hasChanged,
    async ask() {
      await registration.update().catch(() => {});
      const { installing } = registration;
      if (installing) await until(installing, 'statechange', () => installing.state !== 'installing');
    },
    async activate() {
      registration.waiting?.postMessage('activate');
      await until(workers, 'controllerchange', () => hasChanged);
    },
    async remove() {
      await registration.unregister();
      hasChanged = true;
    },
  };
}

function until(target: EventTarget, event: string, isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, answersWithin);
    const look = () => isSo() && end();
    target.addEventListener(event, look);
    look();
    function end() {
      clearTimeout(timer);
      target.removeEventListener(event, look);
      resolve();
    }
  });
}
