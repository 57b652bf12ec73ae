import type { Client } from '../../../client/client.ts';
import { untouchedFor } from '../page/user-activity.ts';
import { createPageLock, hasUnsavedWork, lacksParts, unsavedLock, updateOffer } from './page-locks.ts';

const path = '/service-worker.js';
/** In milliseconds. A worker that does not answer within this time does not hold up the page. */
const answersWithin = 15_000;

/** Registers the service worker. Null where the browser has none, or refuses it, as on plain http. */
async function registerWorker() {
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
    /** Another worker than the one this page was opened with answers now. */
    hasChanged: () => hasChanged,
    /** Looks for a newer worker, and waits until it is installed. */
    async ask() {
      await registration.update().catch(() => {});
      const { installing } = registration;
      if (installing) await until(installing, 'statechange', () => installing.state !== 'installing');
    },
    async activate() {
      registration.waiting?.postMessage('activate');
      await until(workers, 'controllerchange', () => hasChanged);
    },
    /** Without a worker the next page comes from the server. */
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

// When a page changes to a newer version of the app: docs/decisions/build/0054-our-own-service-worker.md.
/** In milliseconds. A page that is in use would reload under the finger. */
const rest = 60_000;
const lookEvery = 2_000;
const tryEvery = 10_000;
const askEvery = 3_600_000;
/** A connection that comes and goes asks no more often than this. */
const askAtMostEvery = 30_000;

/** From here on the page follows new versions of the app. Called once. */
export async function followUpdates(client: Client): Promise<void> {
  const { connection, unsaved, isKept } = client;
  /** Plain http has none: there each page asks the server. */
  const worker = await registerWorker();
  const inUse = createPageLock('lineup in use');
  let isOutdated = false;
  let isPressed = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;

  const mustReload = () => connection.get() === 'reload';
  const hasUpdate = () => mustReload() || (worker ? worker.isWaiting() : isOutdated);
  // looks through the page only where nothing else says so
  const isUnsaved = () => isUnsent() || hasUnsavedWork();

  /** A page that must reload can't send anything. What is stored, the new version sends. */
  function isUnsent(): boolean {
    if (!mustReload()) return unsaved.get() > 0;
    // The browser asks before it reloads a page with unsent changes.
    return unsaved.get() > 0 && !isKept.get() && !isPressed;
  }

  function look(): void {
    const mustStay = isUnsaved();
    const isInUse = untouchedFor() < rest;
    unsavedLock.hold(mustStay);
    inUse.hold(isInUse);
    updateOffer.set(hasUpdate() || lacksParts.get() ? install : null);
    if (mustStay || (isInUse && !isPressed)) return;
    if (worker?.hasChanged()) location.reload();
    else if (hasUpdate() && performance.now() - triedAt >= tryEvery) void change();
  }

  function install(): Promise<boolean> {
    isPressed = true;
    return change();
  }

  async function change(): Promise<boolean> {
    triedAt = performance.now();
    if (isUnsaved()) return false;
    if (!worker) {
      // Without a server the browser would show its own error page.
      if (isPressed || (await isPageOutdated())) location.reload();
      return true;
    }
    const activate = () =>
      unsavedLock.alone(async () => {
        if (mustReload()) await worker.ask();
        if (worker.isWaiting()) await worker.activate();
        // No worker that knows the server's protocol could be installed, for example on a full device.
        else if (await isPageOutdated()) await worker.remove();
        else if (isPressed) location.reload();
        look();
        return true;
      });
    return isPressed ? activate() : inUse.alone(activate);
  }

  async function ask(): Promise<void> {
    const state = connection.get();
    const isDue = state === 'reload' || performance.now() - askedAt >= askAtMostEvery;
    if (!isDue || (state !== 'online' && state !== 'reload')) return;
    askedAt = performance.now();
    if (worker) await worker.ask();
    else isOutdated = await isPageOutdated();
    look();
  }

  connection.subscribe(() => void ask());
  unsaved.subscribe(look);
  for (const use of ['input', 'change', 'pointerdown']) document.addEventListener(use, look);
  setInterval(look, lookEvery);
  setInterval(() => void ask(), askEvery);
  void ask();
  look();
}

/** Whether the server now has another build of the app than this page. False where it does not answer. */
async function isPageOutdated(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src');
  // The service worker leaves `no-store` to the network.
  const answer = await fetch('/index.html', { cache: 'no-store' }).catch(() => null);
  if (!script || !answer?.ok) return false;
  const page = await answer.text().catch(() => '');
  // Not the sign-in page of a public network.
  return page.includes('src="/assets/') && !page.includes(script);
}
