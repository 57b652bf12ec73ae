import { setImmediate as nextTurn } from 'node:timers/promises';
import { encode } from './message.ts';
import type { LiveSession } from './session.ts';

/** Tells pages that lists of their teams show something new. */
export interface ListNotifier {
  /** Several of a team before the next turn make one message. */
  changed(team: string): void;
  /** Resolves when every page was told. */
  settled(): Promise<void>;
}

/** How long it tells before everything else has a turn, in milliseconds. */
const longestWork = 20;

/**
 * A person in many teams who changes their name changes lists of all of them, on every page: each page is told in one
 * write, which costs much less than one for each team.
 */
export function createListNotifier(
  sessions: ReadonlySet<LiveSession>,
  logError: (error: unknown) => void,
): ListNotifier {
  const pending = new Set<string>();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    await nextTurn();
    while (pending.size > 0) {
      const frames = [...pending].map((team) => ({ team, frame: encode({ type: 'listed', team }) }));
      pending.clear();
      let restedAt = performance.now();
      for (const session of [...sessions]) {
        const told = frames.filter(({ team }) => session.isIn(team)).map(({ frame }) => frame);
        if (told.length > 0) session.send(told);
        if (performance.now() - restedAt < longestWork) continue;
        await nextTurn();
        restedAt = performance.now();
      }
    }
  }

  return {
    changed(team) {
      pending.add(team);
      running ??= run()
        .catch(logError)
        .finally(() => {
          running = null;
        });
    },
    settled: () => running ?? Promise.resolve(),
  };
}
