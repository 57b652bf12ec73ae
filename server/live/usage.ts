/** How much time each person, team or address took lately, in milliseconds that fade away. */
export interface Usage {
  add(key: string, milliseconds: number): void;
  of(key: string): number;
}

/** What was used counts a third of it after so many milliseconds. */
export const fadesIn = 3_000;
/** With more keys than this, and twice as many as stayed last time, those that faded away are dropped. */
const manyKeys = 10_000;
const faded = 0.1;

interface Use {
  amount: number;
  at: number;
}

const leftOf = ({ amount, at }: Use, now: number): number => amount * Math.exp((at - now) / fadesIn);

export function createUsage(clock: () => number): Usage {
  const used = new Map<string, Use>();
  let mostKeys = manyKeys;

  function dropFaded(now: number): void {
    for (const [key, use] of used) if (leftOf(use, now) < faded) used.delete(key);
    mostKeys = Math.max(manyKeys, 2 * used.size);
  }

  return {
    of(key) {
      const use = used.get(key);
      return use ? leftOf(use, clock()) : 0;
    },

    add(key, milliseconds) {
      const now = clock();
      const use = used.get(key);
      if (use) {
        use.amount = leftOf(use, now) + milliseconds;
        use.at = now;
        return;
      }
      if (used.size >= mostKeys) dropFaded(now);
      used.set(key, { amount: milliseconds, at: now });
    },
  };
}
