import type { LineupServer } from '../journeys/lineup-server.ts';
import { startOwnServer } from './own-server.ts';
import { settled } from './reading.ts';
import { test as base } from './restaurant.ts';

/** As the others, with a server whose time a test sets and moves. Those whose time moves don't share theirs. */
export const test = base.extend<{
  movable: LineupServer;
  server: { readonly address: string; readonly dataDir: string };
  clock: Clock;
}>({
  movable: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what a fixture needs
    async ({}, use) => {
      const server = await startOwnServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  server: ({ movable }, use) => use(movable),
  clock: async ({ movable }, use) => {
    const clock = new Clock(movable);
    await use(clock);
    await clock.putBack();
  },
});

/** The time of the page, the test and the server, as that of journeys; it runs in between. Of timers, intervals alone follow. */
class Clock {
  readonly #server: LineupServer;
  #moved = 0;

  constructor(server: LineupServer) {
    this.#server = server;
  }

  /** Such as '2026-11-21T11:05:00-06:00'. Back only before a page was opened. */
  set = (instant: string): Promise<void> => this.#move(Date.parse(instant) - Date.now());

  advance = ({ hours = 0, minutes = 0, seconds = 0 }): Promise<void> =>
    this.#move(((hours * 60 + minutes) * 60 + seconds) * 1000);

  putBack = (): Promise<void> => this.#move(-this.#moved);

  async #move(milliseconds: number): Promise<void> {
    this.#moved += milliseconds;
    await this.#server.moveClock(milliseconds);
    (globalThis as unknown as { movePageTime(by: number): void }).movePageTime(milliseconds);
    await settled();
  }
}
