import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Conversation, ConversationParts, ToldMe } from '../live/conversation.ts';
import { encode } from '../live/message.ts';

/** Tells people who they are and which teams they are in: made once for all of a person's pages. */
export interface MeNews {
  /** Something of it changed. Several changes before the next turn make one message. */
  changed(person: string): void;
  /** Resolves when everyone was told. */
  settled(): Promise<void>;
}

interface Parts {
  readonly memberships: ConversationParts['memberships'];
  readonly conversations: ReadonlySet<Conversation>;
  readonly logError: (error: unknown) => void;
}

export function createMeNews({ memberships, conversations, logError }: Parts): MeNews {
  const pending = new Set<string>();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    await nextTurn();
    while (pending.size > 0) {
      const pages = Map.groupBy(conversations, ({ visitor }) => visitor?.user.id);
      const people = [...pending];
      pending.clear();
      for (const person of people) await tell(pages.get(person) ?? []).catch(logError);
    }
    running = null;
  }

  async function tell(pages: readonly Conversation[]): Promise<void> {
    const visitor = pages[0]?.visitor;
    if (!visitor) return;
    const me = await memberships.me(visitor.user);
    const told: ToldMe = { me, frame: encode({ type: 'me', ...me }) };
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
