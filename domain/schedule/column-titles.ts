import { nameLimit } from '../problem/name.ts';

/** The columns of a schedule file that a person can point out. */
export const namedColumns = ['name', 'firstName', 'lastName', 'date', 'start', 'end', 'job', 'note'] as const;
export type NamedColumn = (typeof namedColumns)[number];

/** The titles of columns in a team's schedule files that aren't recognized by themselves. */
export type ColumnTitles = Readonly<Partial<Record<NamedColumn, string>>>;

/** Trims the titles and drops blank ones. */
export function parseColumnTitles(titles: ColumnTitles): ColumnTitles {
  const found: Partial<Record<NamedColumn, string>> = {};
  for (const column of namedColumns) {
    const title = (titles[column] ?? '').trim().slice(0, nameLimit);
    if (title !== '') found[column] = title;
  }
  return found;
}
