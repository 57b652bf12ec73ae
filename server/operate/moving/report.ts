import type { Problem } from '../../../domain/problem/problem.ts';
import { sentence } from '../../../domain/problem/sentence.ts';

export type Kind = 'People' | 'Teams' | 'Templates' | 'Layouts' | 'Schedule connections';
const kinds: readonly Kind[] = ['People', 'Teams', 'Templates', 'Layouts', 'Schedule connections'];

/** Collects what an import did. */
export interface Report {
  created(kind: Kind): void;
  existing(kind: Kind): void;
  /** `where` is a path in the files, such as 'teams/maple'. */
  skipped(kind: Kind, where: string, why: string): void;
  /** For what was imported with a difference. */
  changed(where: string, how: string): void;
  lines(): readonly string[];
}

export function createReport(isDry: boolean): Report {
  const counts = new Map(kinds.map((kind) => [kind, { created: 0, existing: 0, skipped: 0 }]));
  const count = (kind: Kind, what: 'created' | 'existing' | 'skipped') => {
    const counted = counts.get(kind);
    if (counted) counted[what] += 1;
  };
  const skipped: string[] = [];
  const changed: string[] = [];
  return {
    created: (kind) => count(kind, 'created'),
    existing: (kind) => count(kind, 'existing'),
    skipped(kind, where, why) {
      count(kind, 'skipped');
      skipped.push(`${where}: ${why}`);
    },
    changed(where, how) {
      changed.push(`${where}: ${how}`);
    },
    lines: () => [
      row('', isDry ? 'to import' : 'imported', 'already here', 'skipped'),
      ...[...counts].map(([kind, { created, existing, skipped }]) => row(kind, created, existing, skipped)),
      ...listed('Skipped:', skipped),
      ...listed('Imported with changes:', changed),
      ...(isDry ? ['Nothing was written: this was a dry run.'] : []),
    ],
  };
}

/** The problem's sentence, with its field in front. */
export function describeProblem(problem: Problem): string {
  const text = problem.code === 'request-invalid' ? 'It is missing or invalid.' : sentence(problem);
  return problem.field ? `${problem.field}: ${text}` : text;
}

const row = (kind: string, ...columns: (string | number)[]): string =>
  kind.padEnd(21) + columns.map((column) => String(column).padStart(14)).join('');

const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
