/** How much time each person, team or address took lately, in milliseconds that fade away. */
export interface Usage {
  add(key: string, milliseconds: number): void;
  of(key: string): number;
}

/** What was used counts a third of it after so many milliseconds. */
const fadesIn = 3_000;
/** With more keys than this, those that faded away are dropped. */
const manyKeys = 10_000;
const faded = 0.1;

export function createUsage(clock: () => number): Usage {
  const used = new Map<string, { readonly amount: number; readonly at: number }>();

  function of(key: string): number {
    const found = used.get(key);
    return found ? found.amount * Math.exp((found.at - clock()) / fadesIn) : 0;
  }

  return {
    of,
    add(key, milliseconds) {
      const amount = of(key) + milliseconds;
      if (used.size >= manyKeys && !used.has(key)) {
        for (const each of used.keys()) if (of(each) < faded) used.delete(each);
      }
      used.set(key, { amount, at: clock() });
    },
  };
}
