import { setImmediate as nextTurn } from 'node:timers/promises';
import { encode } from './message.ts';
import type { LiveSession, MeMessage, SessionDependencies } from './session.ts';

/** Tells people who they are and which teams they are in: made once for all of a person's pages. */
export interface MeNotifier {
  /** Something of it changed. Several changes before the next turn make one message. */
  changed(person: string): void;
  /** Resolves when everyone was told. */
  settled(): Promise<void>;
}

interface Parts {
  readonly memberships: SessionDependencies['memberships'];
  readonly sessions: ReadonlySet<LiveSession>;
  readonly logError: (error: unknown) => void;
}

export function createMeNotifier({ memberships, sessions, logError }: Parts): MeNotifier {
  const pending = new Set<string>();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    await nextTurn();
    while (pending.size > 0) {
      const pages = Map.groupBy(sessions, ({ visitor }) => visitor?.user.id);
      const people = [...pending];
      pending.clear();
      for (const person of people) await tell(pages.get(person) ?? []).catch(logError);
    }
    running = null;
  }

  async function tell(pages: readonly LiveSession[]): Promise<void> {
    const visitor = pages[0]?.visitor;
    if (!visitor) return;
    const me = await memberships.me(visitor.user);
    const told: MeMessage = { me, frame: encode({ type: 'me', ...me }) };
    for (const page of pages) page.tellMe(told);
    // A person may have thousands of pages, and a team hundreds of people.
    await nextTurn();
  }

  return {
    changed(person) {
      pending.add(person);
      running ??= run();
    },
    settled: () => running ?? Promise.resolve(),
  };
}
