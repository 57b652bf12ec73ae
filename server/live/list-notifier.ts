import type { LiveSession } from './live-session.ts';
import { encode } from './message.ts';
import { createTimeSlice } from './time-slice.ts';

/** Tells pages that lists of their teams (layouts, templates, members) have changed. */
export interface ListNotifier {
  /** Several changes of a team before the next turn of the event loop are sent as one message. */
  changed(team: string): void;
  /** Resolves when every page has been notified. */
  settled(): Promise<void>;
}

/**
 * When a person in many teams changes their name, lists of all those teams change on every page. Each page gets its
 * messages in one write, which costs much less than one write for each team.
 */
export function createListNotifier(
  sessions: ReadonlySet<LiveSession>,
  logError: (error: unknown) => void,
  clock: () => number = () => performance.now(),
): ListNotifier {
  const pending = new Set<string>();
  const timeSlice = createTimeSlice(clock);
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    await timeSlice.yieldNow();
    while (pending.size > 0) await notifyAll().catch(logError);
    running = null;
  }

  async function notifyAll(): Promise<void> {
    const messages = [...pending].map((team) => ({ team, frame: encode({ type: 'listed', team }) }));
    pending.clear();
    for (const session of [...sessions]) {
      const frames = messages.filter(({ team }) => session.isIn(team)).map(({ frame }) => frame);
      if (frames.length > 0) session.send(frames);
      await timeSlice.yieldIfDue();
    }
  }

  return {
    changed(team) {
      pending.add(team);
      running ??= run();
    },
    settled: () => running ?? Promise.resolve(),
  };
}
