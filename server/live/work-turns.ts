import { setImmediate as nextTurn } from 'node:timers/promises';

/** A piece of work that waits for its turn. */
interface Work {
  /** Who it is for: the first has one line, in order. */
  readonly keys: readonly string[];
  readonly cost: number;
  readonly begin: () => void;
}

/** How often what was used fades, in milliseconds, and how much of it is left then. */
const fadeEvery = 1_000;
const left = 0.7;
const forgotten = 0.1;
/**
 * In milliseconds, as all that follow: how long to work before there is a rest, in which a change that needs several turns of the
 * event loop gets all of them, and several connections are accepted.
 */
const longestSlice = 10;
const rest = 4;
const littleUse = 20;
const littleWork = 2;
/** The estimate for a piece of long work. */
const piece = 5;

export type WorkTurns = ReturnType<typeof createWorkTurns>;

/**
 * Whose work comes next on the thread that serves everybody: that of somebody who used it little lately, else that of the one who
 * used it least. However much one person or team sends, on however many connections, the others wait for one piece of their work at
 * most. `clock` counts milliseconds of work.
 */
export function createWorkTurns(clock: () => number) {
  const used = new Map<string, number>();
  let fadedAt = clock();
  /** Whoever was served is at the end. */
  const lines = new Map<string, Work[]>();
  let isRunning = false;
  let sliceStart = Number.NEGATIVE_INFINITY;

  function fade(): void {
    const times = Math.floor((clock() - fadedAt) / fadeEvery);
    if (times < 1) return;
    fadedAt += times * fadeEvery;
    for (const [key, use] of used) {
      const faded = use * left ** times;
      if (faded < forgotten) used.delete(key);
      else used.set(key, faded);
    }
  }

  function usedBy(keys: readonly string[]): number {
    fade();
    return keys.reduce((sum, key) => sum + (used.get(key) ?? 0), 0);
  }

  /** Work counts for the person, their team, or the address of somebody unknown. */
  function count(keys: readonly string[], milliseconds: number): void {
    fade();
    for (const key of keys) used.set(key, (used.get(key) ?? 0) + milliseconds);
  }

  function takeNext(): Work | undefined {
    let lightest: string | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [key, [first]] of lines) {
      const weight = first ? first.cost + usedBy(first.keys) : 0;
      if (weight < least) [lightest, least] = [key, weight];
      if (least < littleUse) break;
    }
    const line = lightest === undefined ? undefined : lines.get(lightest);
    if (lightest === undefined || !line) return;
    const work = line.shift();
    lines.delete(lightest);
    if (line.length > 0) lines.set(lightest, line);
    return work;
  }

  function run(): void {
    const next = takeNext();
    isRunning = next !== undefined;
    if (!next) return;
    const start = clock();
    next.begin();
    // Microtasks run before it, so that the work is done by then, up to where it waits for something.
    queueMicrotask(() =>
      process.nextTick(() => {
        count(next.keys, clock() - start);
        if (isSliceOver()) setTimeout(startSlice, rest);
        else run();
      }),
    );
  }

  const isSliceOver = (): boolean => clock() - sliceStart > longestSlice;

  function startSlice(): void {
    sliceStart = clock();
    run();
  }

  /**
   * Resolves when the work may begin. All of it that is done without waiting for something counts for `keys`. `cost` is an
   * estimate in milliseconds. Undefined if there is no need to wait: it is a little work of somebody who used little.
   */
  function take(keys: readonly string[], cost: number): Promise<void> | undefined {
    if (cost <= littleWork && usedBy(keys) < littleUse) {
      count(keys, cost);
      return;
    }
    return new Promise((begin) => {
      const [key = ''] = keys;
      const line = lines.get(key) ?? [];
      line.push({ keys, cost, begin });
      lines.set(key, line);
      if (isRunning) return;
      isRunning = true;
      if (isSliceOver()) setImmediate(startSlice);
      else run();
    });
  }

  return {
    take,
    count,
    /** How many milliseconds they used lately; 0 if that is little. */
    heavyUse(keys: readonly string[]): number {
      const use = usedBy(keys);
      return use < littleUse ? 0 : use;
    },
    sliceFor(keys: readonly string[]): TimeSlice {
      let pieceStart = Number.NEGATIVE_INFINITY;
      const yieldNow = async () => {
        await take(keys, piece);
        pieceStart = clock();
      };
      return {
        yieldNow,
        yieldIfDue: () => (clock() - pieceStart > piece ? yieldNow() : undefined),
      };
    },
  };
}

/** Keeps long work from blocking the event loop, for example for pages that only ping the server. */
export interface TimeSlice {
  yieldNow(): Promise<void>;
  /** Yields when the current slice is used up; undefined when it is not. */
  yieldIfDue(): Promise<void> | undefined;
}

/** How long a task that isn't anybody's works before other work gets a turn, in milliseconds. */
const longestStretch = 20;

/** For one task, which yields before it goes on. `clock` counts milliseconds of work. */
export function createTimeSlice(clock: () => number): TimeSlice {
  let sliceStart = 0;
  async function yieldNow(): Promise<void> {
    await nextTurn();
    sliceStart = clock();
  }
  return { yieldNow, yieldIfDue: () => (clock() - sliceStart > longestStretch ? yieldNow() : undefined) };
}
