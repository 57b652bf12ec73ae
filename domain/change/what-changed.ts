import type { Change } from './change.ts';
import { stepsOf } from './define-change.ts';

const nouns = new Set([
  ...['break', 'seats', 'shift', 'schedule', 'notes', 'rotation', 'subarea', 'position'],
  ...['layout', 'template', 'crew', 'question'],
]);

/** Kinds of changes that only say who is where. */
export const aboutSeats: ReadonlySet<string> = new Set([
  'shift.seat',
  'shift.unseat',
  'shift.swap',
  'seat.lock',
]);

/** What a person calls their change, for the sentence 'Your break was not saved'. */
export function whatChanged(change: Change): string {
  const [step] = stepsOf(change);
  if (step?.type === 'shift.swap') return 'swap';
  if (step && aboutSeats.has(step.type)) return 'assignment';
  const [noun = ''] = step?.type.split('.') ?? [];
  if (noun === 'person' || noun === 'station') return 'crew';
  if (noun === 'plan') return 'seats';
  if (noun === 'chart') return 'rotation';
  return nouns.has(noun) ? noun : 'team';
}
