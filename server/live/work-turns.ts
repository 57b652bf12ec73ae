import { createLightestFirst, type Waiting } from './lightest-first.ts';
import type { TimeSlice } from './time-slice.ts';
import { createUsage, fadesIn } from './usage.ts';

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
  /** Counts work that was done without a turn. */
  count(keys: readonly string[], milliseconds: number): void;
  /** How many milliseconds somebody used lately; 0 if that is little. */
  heavyUse(key: string): number;
  /** Turns for long work, piece by piece. */
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
    return Math.log(cost * Math.exp((since - now) / fadesIn) + usedBy(keys)) + now / fadesIn;
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
