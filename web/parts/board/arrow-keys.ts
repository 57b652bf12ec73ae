export type Rect = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;
type Side = keyof Rect;

/** The sides along and across the direction of a key, and its sign along them. */
const directions: Readonly<Record<string, readonly [Side, Side, Side, Side, 1 | -1]>> = {
  ArrowLeft: ['left', 'right', 'top', 'bottom', -1],
  ArrowRight: ['left', 'right', 'top', 'bottom', 1],
  ArrowUp: ['top', 'bottom', 'left', 'right', -1],
  ArrowDown: ['top', 'bottom', 'left', 'right', 1],
};

/** Index of the box nearest to `from` in an arrow key's direction, or -1; distance sideways counts three times. */
export function nearest(from: Rect, boxes: readonly Rect[], key: string): number {
  const direction = directions[key];
  if (!direction) return -1;
  const [begin, end, near, far, sign] = direction;
  const distances = boxes.map((box) => {
    const along = ((box[begin] + box[end] - from[begin] - from[end]) * sign) / 2;
    const across = Math.max(0, from[near] - box[far], box[near] - from[far]);
    // of two that are straight ahead, the one in line
    const aside = Math.abs(box[near] + box[far] - from[near] - from[far]) / 100;
    return along > 4 ? along + 3 * across + aside : Number.POSITIVE_INFINITY;
  });
  const shortest = Math.min(...distances);
  return Number.isFinite(shortest) ? distances.indexOf(shortest) : -1;
}

/** Moves focus between elements with `data-stop`; false if the key or the focused element isn't one of ours. */
export function arrowMove(board: HTMLElement, key: string): boolean {
  const from = document.activeElement;
  if (!(key in directions) || !from?.matches('[data-stop]')) return false;
  const stops = [...board.querySelectorAll<HTMLElement>('[data-stop]')].filter(
    (stop) => stop !== from && !stop.closest('[inert]'),
  );
  const boxes = stops.map((stop) => stop.getBoundingClientRect());
  stops[nearest(from.getBoundingClientRect(), boxes, key)]?.focus();
  return true;
}
