export const topics = [
  'breaks',
  'positions',
  'shifts',
  'notes',
  'plan',
  'documents',
  'crew',
  'team',
] as const;
export type Topic = (typeof topics)[number];

/** As people read them. Apart from the list, which every page loads. */
export const topicNames: Readonly<Record<Topic, string>> = {
  breaks: 'Breaks',
  positions: 'Assignments',
  shifts: 'Shifts and schedule',
  notes: 'Notes',
  plan: 'Rotations and positions',
  documents: 'Layouts and templates',
  crew: 'Crew',
  team: 'Team settings',
};
