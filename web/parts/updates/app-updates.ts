import type { Client } from '../../../client/client.ts';
import { untouchedFor } from '../page/user-activity.ts';
import { createPageLock, hasUnsavedWork, unsavedLock, updateOffer } from './page-locks.ts';

const path = '/service-worker.js';
/** In milliseconds. A worker that does not answer within this time does not hold up the page. */
const answersWithin = 15_000;

interface WorkerUpdates {
  isWaiting(): boolean;
  /** Another worker than the one this page was opened with answers now. */
  hasChanged(): boolean;
  /** Looks for a newer worker, and waits until it is installed. */
  ask(): Promise<void>;
  activate(): Promise<void>;
  /** Without a worker the next page comes from the server. */
  remove(): Promise<void>;
}

/** Registers the service worker. Null where the browser has none, or refuses it, as on plain http. */
async function registerWorker(): Promise<WorkerUpdates | null> {
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

// When a page changes to a newer version of the app: docs/decisions/build/0054-our-own-service-worker.md.
/** In milliseconds. */
const rest = 60_000;
const lookEvery = 2_000;
const tryEvery = 10_000;
const askEvery = 3_600_000;
/** A connection that comes and goes asks no more often than this. */
const askAtMostEvery = 30_000;

/** From here on the page follows new versions of the app. Called once. */
export async function followUpdates(client: Client): Promise<void> {
  new AppUpdates(client, await registerWorker()).start();
}

class AppUpdates {
  readonly #client: Client;
  /** Null on plain http, where each page asks the server. */
  readonly #worker: WorkerUpdates | null;
  readonly #inUse = createPageLock('lineup in use');
  #isOutdated = false;
  #isPressed = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;

  constructor(client: Client, worker: WorkerUpdates | null) {
    this.#client = client;
    this.#worker = worker;
  }

  start(): void {
    const look = () => this.#look();
    const ask = () => void this.#ask();
    this.#client.connection.subscribe(ask);
    this.#client.unsaved.subscribe(look);
    for (const use of ['input', 'change', 'pointerdown']) document.addEventListener(use, look);
    setInterval(look, lookEvery);
    setInterval(ask, askEvery);
    ask();
    look();
  }

  get #mustReload(): boolean {
    return this.#client.connection.get() === 'reload';
  }

  get #hasUpdate(): boolean {
    return this.#mustReload || (this.#worker ? this.#worker.isWaiting() : this.#isOutdated);
  }

  get #isUnsaved(): boolean {
    // looks through the page only where nothing else says so
    return this.#isUnsent || this.#client.copies.isStoring || hasUnsavedWork();
  }

  /** A page that must reload can't send anything. What is stored, the new version sends. */
  get #isUnsent(): boolean {
    const { copies, unsaved, isKept } = this.#client;
    if (!this.#mustReload) return unsaved.get() > 0 || copies.isBehind;
    // The browser asks before it reloads a page with unsent changes.
    return unsaved.get() > 0 && !isKept.get() && !this.#isPressed;
  }

  #look(): void {
    const isUnsaved = this.#isUnsaved;
    const isInUse = untouchedFor() < rest;
    unsavedLock.hold(isUnsaved);
    this.#inUse.hold(isInUse);
    updateOffer.set(this.#hasUpdate ? this.#install : null);
    if (isUnsaved || (isInUse && !this.#isPressed)) return;
    if (this.#worker?.hasChanged()) location.reload();
    else if (this.#hasUpdate && performance.now() - this.#triedAt >= tryEvery) void this.#change();
  }

  readonly #install = async (): Promise<boolean> => {
    this.#isPressed = true;
    return this.#change();
  };

  async #change(): Promise<boolean> {
    this.#triedAt = performance.now();
    if (this.#isUnsaved) return false;
    const worker = this.#worker;
    if (!worker) {
      // Without a server the browser would show its own error page.
      if (this.#isPressed || (await isPageOutdated())) location.reload();
      return true;
    }
    const activate = () => unsavedLock.alone(() => this.#activate(worker));
    return this.#isPressed ? activate() : this.#inUse.alone(activate);
  }

  async #activate(worker: WorkerUpdates): Promise<boolean> {
    if (this.#mustReload) await worker.ask();
    if (worker.isWaiting()) await worker.activate();
    // No worker that knows the server's protocol could be installed, for example on a full device.
    else if (await isPageOutdated()) await worker.remove();
    else if (this.#isPressed) location.reload();
    this.#look();
    return true;
  }

  async #ask(): Promise<void> {
    const state = this.#client.connection.get();
    const isDue = state === 'reload' || performance.now() - this.#askedAt >= askAtMostEvery;
    if (!isDue || (state !== 'online' && state !== 'reload')) return;
    this.#askedAt = performance.now();
    if (this.#worker) await this.#worker.ask();
    else this.#isOutdated = await isPageOutdated();
    this.#look();
  }
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
