import type { Change, SingleChange } from './change.ts';
import { stepsOf } from './define-change.ts';

const parts = [
  'shift',
  'other',
  'rotation',
  'subarea',
  'position',
  'otherPosition',
  'person',
  'into',
  'question',
  'station',
] as const;

/** Ids of the shifts, rotations, subareas and positions that a change names; null if it is about the whole document. */
export function touchedBy(change: Change): ReadonlySet<string> | null {
  const ids = new Set<string>();
  for (const step of stepsOf(change)) {
    if (step.type === 'layout.delete' || step.type === 'template.delete') return null;
    for (const id of idsOf(step)) ids.add(id);
  }
  return ids;
}

export function touchesSame(earlier: Change, later: Change): boolean {
  const [one, other] = [touchedBy(earlier), touchedBy(later)];
  return one === null || other === null || [...one].some((id) => other.has(id));
}

function idsOf(step: SingleChange): readonly string[] {
  const fields = step as unknown as Readonly<Record<string, unknown>>;
  return parts.flatMap((part) => {
    const value = fields[part];
    const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
    return typeof id === 'string' ? [id] : [];
  });
}
