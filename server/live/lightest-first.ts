/** Something that waits to be done. */
export interface Waiting {
  /** Who it is for: the first has one line, in order. */
  readonly keys: readonly string[];
  readonly cost: number;
  readonly since: number;
}

/** What waits, the lightest user's first. Thousands may wait after a restart, so that finding the next one must be quick. */
export interface LightestFirst<Work extends Waiting> {
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
