import { isCovered } from '../../ui/page/events.ts';

const quietMilliseconds = 2000;
const untouched = { unused: 60_000, used: 300_000 };

/** The time of the last interaction by `performance.now()`, or null before the first. */
let touchedAt: number | null = null;
let movedAt = Number.NEGATIVE_INFINITY;
const down = new Set<number>();

function touch(event: Event) {
  touchedAt = performance.now();
  if (!(event instanceof PointerEvent)) return;
  if (event.type === 'pointerdown') down.add(event.pointerId);
  else if (event.type !== 'pointermove') down.delete(event.pointerId);
}
const presses = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'];
for (const use of [...presses, 'wheel', 'keydown', 'touchmove', 'input'])
  window.addEventListener(use, touch, { capture: true, passive: true });

/** Whether the view may change by itself: not while or just after a finger is down, or with something open over the page. */
export const isIdle = (): boolean =>
  !isCovered() && down.size === 0 && performance.now() - (touchedAt ?? -Infinity) >= quietMilliseconds;

/** Whether a view chosen at `since` has been unused long enough to return from: sooner where nobody ever touched the page. */
export function isAbandoned(since: number): boolean {
  const limit = touchedAt === null ? untouched.unused : untouched.used;
  return isIdle() && performance.now() - Math.max(since, touchedAt ?? since) >= limit;
}

/** For how long nobody has touched the page, in milliseconds. */
export const untouchedFor = (): number => (down.size > 0 ? 0 : performance.now() - (touchedAt ?? 0));

export function noteAutomaticMove(): void {
  movedAt = performance.now();
}

/** Whether the page is going there by itself. */
export const justMovedAutomatically = (): boolean => performance.now() - movedAt < quietMilliseconds;
