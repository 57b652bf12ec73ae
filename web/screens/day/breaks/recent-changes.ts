/** A press this soon after a change was meant for what was there before it. */
const reactionMilliseconds = 700;

/** Remembers when each item last changed its state. */
export class RecentChanges {
  readonly #seen = new Map<string, { state: string; at: number }>();

  record(thing: string, state: string, now: number): void {
    if (this.#seen.get(thing)?.state !== state) this.#seen.set(thing, { state, at: now });
  }

  /** Whether the item changed shortly before `pressedAt`, or after it. */
  isRecent(thing: string, pressedAt: number): boolean {
    const seen = this.#seen.get(thing);
    return seen !== undefined && pressedAt - seen.at < reactionMilliseconds;
  }
}
