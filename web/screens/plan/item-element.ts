import type { PlanItem } from '../../../domain/plan/plan-move.ts';

/** The element of an item that has the focus when people come back to it; also its key among all items. */
export function elementOf(item: PlanItem): string {
  if (item.kind === 'rotation') return `rotation ${item.rotation}`;
  if (item.kind === 'subarea') return `subarea ${item.rotation} ${item.subarea}`;
  return `position ${item.rotation} ${item.position}`;
}

/** The link that adds to an item, or to the plan. */
export const adderOf = (item?: PlanItem): string => (item ? `add to ${elementOf(item)}` : 'add');

/** Gives an element the focus once the page has been drawn and scrolled; false when it is not there. */
export function focusLater(id: string): boolean {
  const element = document.getElementById(id);
  if (!element) return false;
  requestAnimationFrame(() =>
    setTimeout(() => {
      const shown = document.getElementById(id);
      shown?.focus({ preventScroll: true });
      shown?.scrollIntoView({ block: 'nearest' });
    }),
  );
  return true;
}
