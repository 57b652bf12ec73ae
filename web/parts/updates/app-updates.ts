// When a page changes to a newer version of the app: docs/decisions/build/0055-when-a-page-updates.md.
import type { Client } from '../../../client/client.ts';
import { untouchedFor } from '../page/user-activity.ts';
import { isPageOutdated } from './outdated-page.ts';
import { createPageLock, unsavedLock } from './page-locks.ts';
import { hasUnsavedWork } from './unsaved-work.ts';
import { updateOffer } from './update-offer.ts';
import { registerWorker, type WorkerUpdates } from './worker-updates.ts';

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

  /** The server speaks another protocol. */
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
