import { nameLimit } from '../problem/name.ts';

/** The columns of a schedule file that a person can point out. */
export const namedColumns = ['name', 'firstName', 'lastName', 'date', 'start', 'end', 'job', 'note'] as const;
export type NamedColumn = (typeof namedColumns)[number];

/** What a team's schedule files call their columns, where nobody could know. */
export type ColumnTitles = Readonly<Partial<Record<NamedColumn, string>>>;

/** Without blanks around them, and without those that are nothing else. */
export function parseColumnTitles(titles: ColumnTitles): ColumnTitles {
  const found: Partial<Record<NamedColumn, string>> = {};
  for (const column of namedColumns) {
    const title = (titles[column] ?? '').trim().slice(0, nameLimit);
    if (title !== '') found[column] = title;
  }
  return found;
}
