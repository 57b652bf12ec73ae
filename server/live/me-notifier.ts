import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LiveSession, SessionDependencies } from './live-session.ts';
import { encode } from './message.ts';

/**
 * Sends people who they are and which teams they are in: one message, shared by all of a person's pages. If that can't be looked
 * up, their pages are disconnected.
 */
export interface MeNotifier {
  /** Several changes of a person before the next turn of the event loop are sent as one message. */
  changed(person: string): void;
  /** Resolves when every page has been notified. */
  settled(): Promise<void>;
}

interface MeNotifierDependencies {
  readonly memberships: SessionDependencies['memberships'];
  readonly sessions: ReadonlySet<LiveSession>;
  readonly logError: (error: unknown) => void;
}

export function createMeNotifier(dependencies: MeNotifierDependencies): MeNotifier {
  const { memberships, sessions, logError } = dependencies;
  const pending = new Set<string>();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    await nextTurn();
    while (pending.size > 0) {
      const pages = Map.groupBy(sessions, ({ signedIn }) => signedIn?.user.id);
      const people = [...pending];
      pending.clear();
      for (const person of people) {
        const own = pages.get(person) ?? [];
        await notify(own).catch((error) => hangUp(own, error));
      }
    }
    running = null;
  }

  async function notify(pages: readonly LiveSession[]): Promise<void> {
    const signedIn = pages[0]?.signedIn;
    if (!signedIn) return;
    const me = await memberships.me(signedIn.user);
    const frame = encode({ type: 'me', ...me });
    for (const page of pages) page.sendMe({ me, frame });
    // A person may have thousands of pages, and a team hundreds of people: other work gets a turn in between.
    await nextTurn();
  }

  /** They may show what their person may not see anymore. Connecting again looks it up. */
  function hangUp(pages: readonly LiveSession[], error: unknown): void {
    logError(error);
    for (const page of pages) page.close().catch(logError);
  }

  return {
    changed(person) {
      pending.add(person);
      running ??= run();
    },
    settled: () => running ?? Promise.resolve(),
  };
}
