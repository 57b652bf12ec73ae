import { type Problem, sentence } from '../../domain/problem/problem.ts';

export type Kind = 'People' | 'Teams' | 'Templates' | 'Layouts' | 'Schedule connections';
const kinds: readonly Kind[] = ['People', 'Teams', 'Templates', 'Layouts', 'Schedule connections'];

/** What the import did with each item. */
export interface Report {
  made(kind: Kind): void;
  there(kind: Kind): void;
  /** `where` is the file and the place in it. */
  skipped(kind: Kind, where: string, why: string): void;
  /** Imported with a difference. */
  changed(where: string, how: string): void;
  lines(): readonly string[];
}

export function createReport(isDry: boolean): Report {
  const counts = new Map(kinds.map((kind) => [kind, { made: 0, there: 0, skipped: 0 }]));
  const count = (kind: Kind, what: 'made' | 'there' | 'skipped') => {
    const counted = counts.get(kind);
    if (counted) counted[what] += 1;
  };
  const skipped: string[] = [];
  const changed: string[] = [];
  return {
    made: (kind) => count(kind, 'made'),
    there: (kind) => count(kind, 'there'),
    skipped(kind, where, why) {
      count(kind, 'skipped');
      skipped.push(`${where}: ${why}`);
    },
    changed(where, how) {
      changed.push(`${where}: ${how}`);
    },
    lines: () => [
      row('', isDry ? 'to make' : 'made', 'there already', 'skipped'),
      ...[...counts].map(([kind, { made, there, skipped }]) => row(kind, made, there, skipped)),
      ...listed('Skipped:', skipped),
      ...listed('Moved in with changes:', changed),
      ...(isDry ? ['Nothing was written: this was a dry run.'] : []),
    ],
  };
}

/** The problem's sentence, after the name of its field. */
export function told(problem: Problem): string {
  const text = problem.code === 'request-invalid' ? 'It is missing, or cannot be read.' : sentence(problem);
  return problem.field ? `${problem.field}: ${text}` : text;
}

const row = (kind: string, ...columns: (string | number)[]): string =>
  kind.padEnd(21) + columns.map((column) => String(column).padStart(14)).join('');

const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
