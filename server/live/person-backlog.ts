/** Unanswered messages of one person at a time, long ones counted as several, over all of their pages. */
const largest = 4_000;

/** A page, which isn't read while it is held. */
export interface Member {
  hold(isHeld: boolean): void;
}

/** What the pages of one person sent that is not answered yet. It is bounded however many pages they open. */
export interface Backlog {
  join(member: Member): void;
  leave(member: Member): void;
  add(messages: number): void;
  remove(messages: number): void;
}

export function createPersonBacklog(): Backlog {
  const reading = new Set<Member>();
  const held = new Set<Member>();
  let waiting = 0;

  function holdAll(): void {
    for (const member of reading) {
      held.add(member);
      member.hold(true);
    }
    reading.clear();
  }

  /** One at a time, since each may send much at once. */
  function releaseNext(): void {
    const [member] = held;
    if (!member) return;
    held.delete(member);
    reading.add(member);
    member.hold(false);
  }

  return {
    join(member) {
      reading.add(member);
      if (waiting >= largest) holdAll();
    },
    leave(member) {
      reading.delete(member);
      held.delete(member);
    },
    add(messages) {
      waiting += messages;
      if (waiting >= largest && reading.size > 0) holdAll();
    },
    remove(messages) {
      waiting -= messages;
      if (held.size === 0 || waiting >= largest) return;
      releaseNext();
      // Nothing else would release the others.
      if (waiting < 1) while (held.size > 0) releaseNext();
    },
  };
}
