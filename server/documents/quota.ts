/** What each may use up: so much at once, and as it comes back. Kept in memory, so a restart forgives. */
export interface Quota {
  /** False, and nothing is used up, when less is left. */
  spend(who: string, amount: number): boolean;
}

export interface Rate {
  readonly most: number;
  readonly perSecond: number;
}

interface Parts extends Rate {
  /** Milliseconds. */
  readonly now: () => number;
}

interface Left {
  amount: number;
  at: number;
}

/** Above this, those who have everything again are forgotten. */
const many = 10_000;

export function createQuota({ most, perSecond, now }: Parts): Quota {
  const known = new Map<string, Left>();
  const leftNow = ({ amount, at }: Left): number =>
    Math.min(most, amount + (Math.max(0, now() - at) / 1_000) * perSecond);

  return {
    spend(who, amount) {
      const before = known.get(who);
      const left = before ? leftNow(before) : most;
      if (left < amount) return false;
      if (!before && known.size >= many) {
        for (const [each, kept] of known) if (leftNow(kept) === most) known.delete(each);
      }
      known.set(who, { amount: left - amount, at: now() });
      return true;
    },
  };
}
