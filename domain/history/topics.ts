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
