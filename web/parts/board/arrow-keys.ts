type Direction = { readonly axis: 'x' | 'y'; readonly sign: 1 | -1 };

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: { axis: 'x', sign: -1 },
  ArrowRight: { axis: 'x', sign: 1 },
  ArrowUp: { axis: 'y', sign: -1 },
  ArrowDown: { axis: 'y', sign: 1 },
};

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Distance between two intervals; 0 if they overlap. */
const gap = (a: number, b: number, from: number, to: number): number => Math.max(0, from - b, a - to);

/** Index of the box nearest to `from` in an arrow key's direction, or -1; distance sideways counts three times. */
export function nearest(from: Box, boxes: readonly Box[], key: string): number {
  const direction = directions[key];
  if (!direction) return -1;
  const { axis, sign } = direction;
  let best = -1;
  let shortest = Number.POSITIVE_INFINITY;
  boxes.forEach((box, index) => {
    const middle = axis === 'x' ? box.left + box.right : box.top + box.bottom;
    const start = axis === 'x' ? from.left + from.right : from.top + from.bottom;
    const along = ((middle - start) * sign) / 2;
    const across =
      axis === 'x'
        ? gap(from.top, from.bottom, box.top, box.bottom)
        : gap(from.left, from.right, box.left, box.right);
    const aside =
      axis === 'x'
        ? box.top + box.bottom - from.top - from.bottom
        : box.left + box.right - from.left - from.right;
    // of two that are straight ahead, the one in line
    const distance = along + 3 * across + Math.abs(aside) / 100;
    if (along > 4 && distance < shortest) {
      best = index;
      shortest = distance;
    }
  });
  return best;
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
