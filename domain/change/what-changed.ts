import type { Change } from './change.ts';
import { stepsOf } from './define-change.ts';

const byNoun: Readonly<Record<string, string>> = {
  break: 'break',
  seats: 'change to several positions',
  shift: 'change to a shift',
  schedule: 'schedule import',
  notes: 'edit of the notes',
  rotation: 'change to a rotation',
  subarea: 'change to a subarea',
  position: 'change to a position',
  layout: 'change to the layout',
  template: 'change to the template',
  crew: 'change to the crew',
  person: 'change to the crew',
  question: 'answer',
};

/** Kinds of changes that only say who is where. */
export const aboutSeats: ReadonlySet<string> = new Set(['shift.seat', 'shift.unseat', 'shift.swap']);

/** What a person calls their change, in 'Your break was not saved'. */
export function whatChanged(change: Change): string {
  const [step] = stepsOf(change);
  if (step?.type === 'shift.swap') return 'swap';
  if (step && aboutSeats.has(step.type)) return 'assignment';
  const [noun = ''] = step?.type.split('.') ?? [];
  return byNoun[noun] ?? 'change to the team';
}
