/** A press this soon after something else came under the finger was meant for what was there before. */
const reactionMilliseconds = 700;

/** When things last became other than they were. */
export class RecentChanges {
  readonly #seen = new Map<string, { state: string; at: number }>();

  see(thing: string, state: string, now: number): void {
    if (this.#seen.get(thing)?.state !== state) this.#seen.set(thing, { state, at: now });
  }

  /** Did it change too short a time before `pressedAt`, or since? */
  isRecent(thing: string, pressedAt: number): boolean {
    const seen = this.#seen.get(thing);
    return seen !== undefined && pressedAt - seen.at < reactionMilliseconds;
  }
}
