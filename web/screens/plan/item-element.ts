import type { PlanItem } from '../../../domain/plan/plan.ts';

/** Element id that takes focus when the user returns to an item; unique among all items. */
export function elementOf(item: PlanItem): string {
  if (item.kind === 'rotation') return `rotation ${item.rotation}`;
  if (item.kind === 'subarea') return `subarea ${item.rotation} ${item.subarea}`;
  return `position ${item.rotation} ${item.position}`;
}

export const adderOf = (item?: PlanItem): string => (item ? `add to ${elementOf(item)}` : 'add');

export const menuOf = (item: PlanItem): string => `more ${elementOf(item)}`;

export const chartsOf = (rotation: string): string => `charts ${rotation}`;
