// Holds docs/specification.md: every row has tests that exist, its own or those of its rules. Whether they pass, `npm test` says.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Proof = { file: string; title: string };
type Row = { number: string; where: string; proofs: Proof[] };

const TESTS = '{client,contract,domain,server,test,web}/**/*.{test.ts,test.tsx}';

export interface Reading {
  readonly specification: string;
  readonly rules: string;
  readonly textOf: (file: string) => string | null;
  /** The tests whose titles name a rule, by its number. */
  readonly tagged: ReadonlyMap<string, readonly Proof[]>;
}

export function checkSpecification({ specification, rules, textOf, tagged }: Reading) {
  const problems: string[] = [];
  const rows = parseRows(specification);
  const known = new Set([...rules.matchAll(/\*\*([A-Z]{1,2}\d+)\*\*/g)].map(([, number]) => number));

  if (rows.length === 0) problems.push('There is not a single row.');
  problems.push(...wrongNumbers(rows));
  for (const { number, where, proofs: named } of rows) {
    const ofRow = [...where.matchAll(/\b[A-Z]{1,2}\d+\b/g)].map(([rule]) => rule);
    for (const rule of ofRow) {
      if (!known.has(rule)) problems.push(`${number} names the rule ${rule}, which is not in docs/rules.md.`);
    }
    const proofs = [...named, ...ofRow.flatMap((rule) => tagged.get(rule) ?? [])];
    if (proofs.length === 0) problems.push(`${number} has no test.`);
    for (const { file, title } of proofs) {
      const text = textOf(file);
      const isThere = [`'`, `"`, '`'].some((quote) => text?.includes(`${quote}${title}${quote}`));
      const why = text === null ? 'there is no such file' : 'the file has no test of that title';
      if (!isThere) problems.push(`${number}: “${file} › ${title}” does not exist: ${why}.`);
    }
  }
  return { rows: rows.length, problems };
}

/** The lines of tables that start with a row's number. */
function parseRows(specification: string): Row[] {
  const lines = specification.split('\n').filter((line) => /^\| *\d+\.\d+ *\|/.test(line));
  return lines.map((line) => {
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    const [number = '', , where = '', shown = ''] = cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
    return { number, where, proofs: parseProofs(shown) };
  });
}

const parseProofs = (cell: string): Proof[] =>
  [...cell.matchAll(/`([^`]+?) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({ file, title }));

function wrongNumbers(rows: Row[]): string[] {
  const problems: string[] = [];
  const last = new Map<string, number>();
  for (const { number } of rows) {
    const [section = '', running = ''] = number.split('.');
    const expected = (last.get(section) ?? 0) + 1;
    if (Number(running) < expected) problems.push(`${number} is there twice, or out of order.`);
    else if (Number(running) > expected)
      problems.push(`${section}.${expected} is missing: ${number} comes in its place.`);
    last.set(section, Math.max(Number(running), expected - 1));
  }
  return problems;
}

export function taggedTests(files: readonly { file: string; text: string }[]): Map<string, Proof[]> {
  const tagged = new Map<string, Proof[]>();
  const titles = /(describe\()?(['"`])(((?:\[[A-Z]{1,2}\d+\] )+)(?:\\.|(?!\2).)*)\2/g;
  for (const { file, text } of files) {
    for (const [, group, , title = '', tags = ''] of text.matchAll(titles)) {
      if (group) continue;
      for (const [rule] of tags.matchAll(/[A-Z]{1,2}\d+/g)) {
        tagged.set(rule, [...(tagged.get(rule) ?? []), { file, title }]);
      }
    }
  }
  return tagged;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const { rows, problems } = checkSpecification({
    specification: read('docs/specification.md'),
    rules: read('docs/rules.md'),
    textOf: (file) => (existsSync(join(root, file)) ? read(file) : null),
    tagged: taggedTests(
      globSync(TESTS, { cwd: root, exclude: ['test/explore/**'] }).map((path) => ({
        file: path.replaceAll('\\', '/'),
        text: read(path),
      })),
    ),
  });
  for (const problem of problems) console.error(problem);
  console.log(`docs/specification.md: ${rows} rows, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
