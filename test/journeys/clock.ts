import type { Browser, BrowserContext } from '@playwright/test';
import { moveDate } from '../moved-date.ts';
import { moveServers } from './lineup-server.ts';
import { unhurried } from './unhurried.ts';

/** When journeys begin, and where their browsers are; `npm run explore -- hours` says otherwise. */
const start = process.env.LINEUP_TEST_NOW ?? '2026-11-21T11:05:00-06:00';
export const zone = process.env.LINEUP_TEST_ZONE ?? 'America/Chicago';

/** Moves this process to the start; servers and other workers inherit by how much. */
export function startClock(at = start): void {
  process.env.LINEUP_TEST_OFFSET ??= String(Date.parse(at) - Date.now());
  moveDate(offset());
}

const offset = () => Number(process.env.LINEUP_TEST_OFFSET);
const clocks = new WeakMap<Browser, Clock>();

let loadsAhead = true;
/** Whether pages that are opened from now on load what others need before they are opened. */
export const letLoadAhead = (isAllowed: boolean) => {
  loadsAhead = isAllowed;
};

function neverIdle() {
  window.requestIdleCallback = () => 0;
}

export const moveTime = (context: BrowserContext) => context.addInitScript(moveDate, offset());

/** The browser, its pages at our time. */
export function withClock(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await moveTime(context);
    await context.addInitScript(unhurried);
    if (!loadsAhead) await context.addInitScript(neverIdle);
    await clocks.get(browser)?.take(context);
    return context;
  };
  return browser;
}

const isFresh = (context: BrowserContext) => context.pages().every((page) => page.url() === 'about:blank');

/** The time of the servers and of every page, which a test sets and moves; it runs in between. */
export class Clock {
  readonly #browser: Browser;
  /** Pages left open by earlier tests; their time no longer matters. */
  readonly #leftOpen: readonly BrowserContext[];
  #moved = 0;

  private constructor(browser: Browser) {
    this.#browser = browser;
    this.#leftOpen = browser.contexts().filter((context) => !isFresh(context));
  }

  static async of(browser: Browser): Promise<Clock> {
    const clock = new Clock(browser);
    clocks.set(browser, clock);
    for (const context of browser.contexts()) await clock.take(context);
    return clock;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#moved;
  }

  /** Such as '2026-11-21T11:05:00-06:00'. Back only before a page was opened: nobody's time goes back. */
  async set(instant: string): Promise<void> {
    await this.#move(Date.parse(instant) - this.now());
  }

  /** What was due on a page in the meantime happens once, as on a device that slept. */
  async advance({ hours = 0, minutes = 0, seconds = 0 }): Promise<void> {
    await this.#move(((hours * 60 + minutes) * 60 + seconds) * 1000);
  }

  /** A context that was just made gets our time. */
  async take(context: BrowserContext): Promise<void> {
    await context.clock.install({ time: this.now() });
  }

  /** The server's time as it was before the test. */
  async putBack(): Promise<void> {
    clocks.delete(this.#browser);
    await moveServers(-this.#moved);
  }

  async #move(milliseconds: number): Promise<void> {
    this.#moved += milliseconds;
    await moveServers(milliseconds);
    const contexts = this.#browser.contexts().filter((context) => !this.#leftOpen.includes(context));
    await Promise.all(contexts.map((context) => this.#moveContext(context, milliseconds)));
  }

  async #moveContext(context: BrowserContext, milliseconds: number): Promise<void> {
    if (isFresh(context)) return context.clock.setSystemTime(this.now());
    if (milliseconds < 0) throw new Error('A page is open: its time does not go back.');
    await context.clock.fastForward(milliseconds);
  }
}
