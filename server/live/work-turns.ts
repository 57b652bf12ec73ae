import type { TimeSlice } from './time-slice.ts';

interface Waiting {
  /** Who it is for: the first has one line, in order. */
  readonly keys: readonly string[];
  readonly cost: number;
  readonly since: number;
}

/** What waits, the lightest user's first. Thousands may wait after a restart, so that finding the next one must be quick. */
interface LightestFirst<Work extends Waiting> {
  push(work: Work): void;
  shift(): Work | undefined;
}

interface Line<Work> {
  readonly key: string;
  readonly waiting: Work[];
  weight: number;
  /** Of two that weigh the same, the older one comes first. */
  readonly number: number;
}

/** Differences of weights below this come from rounding. */
const rounding = 1e-6;

/**
 * `weigh` is lower for work that comes earlier. It may only grow as time passes, so a line is weighed again only when it
 * seems to be the lightest.
 */
export function createLightestFirst<Work extends Waiting>(
  weigh: (work: Work) => number,
): LightestFirst<Work> {
  const lines = new Map<string, Line<Work>>();
  /** A binary heap: no line is lighter than the one at half its index. */
  const heap: Line<Work>[] = [];

  let count = 0;

  function isLighter(index: number, than: number): boolean {
    const [one, other] = [heap[index], heap[than]];
    if (!one || !other) return one !== undefined;
    return one.weight === other.weight ? one.number < other.number : one.weight < other.weight;
  }

  function swap(one: number, other: number): void {
    const [first, second] = [heap[one], heap[other]];
    if (first && second) [heap[one], heap[other]] = [second, first];
  }

  function moveUp(start: number): void {
    for (let index = start; index > 0; ) {
      const above = (index - 1) >> 1;
      if (!isLighter(index, above)) return;
      swap(above, index);
      index = above;
    }
  }

  function moveDown(): void {
    for (let index = 0; ; ) {
      const left = 2 * index + 1;
      const lighter = isLighter(left + 1, left) ? left + 1 : left;
      if (!isLighter(lighter, index)) return;
      swap(lighter, index);
      index = lighter;
    }
  }

  const weightOf = ({ waiting: [first] }: Line<Work>): number =>
    first ? weigh(first) : Number.POSITIVE_INFINITY;

  /** The line whose first comes next, at the top of the heap. */
  function findLightest(): Line<Work> | undefined {
    for (;;) {
      const [top] = heap;
      if (!top) return;
      const weight = weightOf(top);
      if (weight <= top.weight + rounding) return top;
      top.weight = weight;
      moveDown();
      if (heap[0] === top) return top;
    }
  }

  return {
    push(work) {
      const key = work.keys[0] ?? '';
      const known = lines.get(key);
      if (known) {
        known.waiting.push(work);
        return;
      }
      const line = { key, waiting: [work], weight: weigh(work), number: count++ };
      lines.set(key, line);
      heap.push(line);
      moveUp(heap.length - 1);
    },

    shift() {
      const line = findLightest();
      const work = line?.waiting.shift();
      if (!line || !work) return;
      if (line.waiting.length > 0) {
        line.weight = weightOf(line);
      } else {
        lines.delete(line.key);
        swap(0, heap.length - 1);
        heap.pop();
      }
      moveDown();
      return work;
    },
  };
}

/** How much time each person, team or address took lately, in milliseconds that fade away. */
interface Usage {
  add(key: string, milliseconds: number): void;
  of(key: string): number;
}

/** What was used counts a third of it after so many milliseconds. */
const decayMilliseconds = 3_000;
/** With more keys than this, and twice as many as stayed last time, those that faded away are dropped. */
const manyKeys = 10_000;
const faded = 0.1;

interface Use {
  amount: number;
  at: number;
}

const leftOf = ({ amount, at }: Use, now: number): number =>
  amount * Math.exp((at - now) / decayMilliseconds);

function createUsage(clock: () => number): Usage {
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

/**
 * Whose work comes next on the thread that serves everybody: the one who used it least lately. However much
 * one person or team sends, on however many connections, the others wait for one piece of their work at most.
 */
export interface WorkTurns {
  /**
   * Resolves when the work may begin. All of it that is done without waiting for something counts for `keys`: the person,
   * their team, or the address of somebody unknown. `cost` is an estimate in milliseconds. Undefined if there is no need to
   * wait: it is a little work of somebody who used little.
   */
  take(keys: readonly string[], cost: number): Promise<void> | undefined;
  count(keys: readonly string[], milliseconds: number): void;
  /** How many milliseconds somebody used lately; 0 if that is little. */
  heavyUse(key: string): number;
  sliceFor(keys: readonly string[]): TimeSlice;
}

interface Work extends Waiting {
  readonly begin: () => void;
}

/** How long to work before the event loop goes on, in milliseconds. */
const longestSlice = 10;
/**
 * How often it then goes round, as Node accepts only one new connection each time, and for how many milliseconds at most. A
 * round with nothing to do takes 0.01 ms.
 */
const roundsBetween = 32;
const longestRounds = 4;
/** In milliseconds, as all that follow. */
const littleUse = 20;
const littleWork = 2;
/** The estimate for a piece of long work. */
const piece = 5;

/** `clock` counts milliseconds of work. */
export function createWorkTurns(clock: () => number): WorkTurns {
  const usage = createUsage(clock);
  const waiting = createLightestFirst<Work>(weigh);
  let sliceStart = 0;
  let isRunning = false;

  const usedBy = (keys: readonly string[]): number => keys.reduce((sum, key) => sum + usage.of(key), 0);

  function count(keys: readonly string[], milliseconds: number): void {
    for (const key of keys) usage.add(key, milliseconds);
  }

  /**
   * By what its user used and by what it takes itself, which counts less the longer it waits. All of it fades in the same
   * way, so without the fading, which the second term removes, it is the same at any time.
   */
  function weigh({ keys, cost, since }: Work): number {
    const now = clock();
    return (
      Math.log(cost * Math.exp((since - now) / decayMilliseconds) + usedBy(keys)) + now / decayMilliseconds
    );
  }

  function goOn(mostRounds: number): void {
    if (clock() - sliceStart <= longestSlice) {
      run();
      return;
    }
    let rounds = 0;
    const end = clock();
    setImmediate(function goRound() {
      if (++rounds < mostRounds && clock() - end < longestRounds) return void setImmediate(goRound);
      sliceStart = clock();
      run();
    });
  }

  function run(): void {
    const next = waiting.shift();
    isRunning = next !== undefined;
    if (!next) return;
    const start = clock();
    next.begin();
    // Microtasks run before it, so that the work is done by then, up to where it waits for something.
    queueMicrotask(() =>
      process.nextTick(() => {
        count(next.keys, clock() - start);
        goOn(roundsBetween);
      }),
    );
  }

  function take(keys: readonly string[], cost: number): Promise<void> | undefined {
    if (cost <= littleWork && usedBy(keys) < littleUse) {
      count(keys, cost);
      return;
    }
    return new Promise((begin) => {
      waiting.push({ keys, cost, begin, since: clock() });
      if (isRunning) return;
      isRunning = true;
      // nothing else waits
      goOn(1);
    });
  }

  return {
    take,
    count,
    heavyUse(key) {
      const use = usage.of(key);
      return use < littleUse ? 0 : use;
    },
    sliceFor(keys) {
      let pieceStart = Number.NEGATIVE_INFINITY;
      const yieldNow = async () => {
        await take(keys, piece);
        pieceStart = clock();
      };
      return {
        yieldNow,
        async yieldIfDue() {
          if (clock() - pieceStart > piece) await yieldNow();
        },
      };
    },
  };
}
