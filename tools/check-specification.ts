// Holds docs/specification.md: every row has tests that exist, its own or those of its rules, and where results of a run are given,
// they passed in it.
//   node tools/check-specification.ts [UNIT_REPORT JOURNEY_REPORT]
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

type Proof = { file: string; title: string };
type Row = { number: string; where: string; proofs: Proof[] };
/** What ran: whether it passed, by file and title. */
export type Result = Proof & { passed: boolean };

const TESTS = '{client,contract,domain,server,test,web}/**/*.{test.ts,test.tsx}';
const NOT_YET = 'Not there yet';
const TO_BE_SHOWN = 'To be shown';

export interface Reading {
  readonly specification: string;
  readonly rules: string;
  readonly textOf: (file: string) => string | null;
  /** The tests whose titles name a rule, by its number. */
  readonly tagged: ReadonlyMap<string, readonly Proof[]>;
  /** Null where nothing ran, and only what exists is looked at. */
  readonly results: readonly Result[] | null;
}

export interface Verdict {
  readonly rows: number;
  readonly notYet: number;
  readonly toBeShown: number;
  readonly problems: string[];
}

export function checkSpecification({ specification, rules, textOf, tagged, results }: Reading): Verdict {
  const problems: string[] = [];
  const rows = parseRows(specification);
  const notYet = namedUnder(specification, NOT_YET);
  const toBeShown = namedUnder(specification, TO_BE_SHOWN);
  const known = new Set([...rules.matchAll(/\*\*([A-Z]{1,2}\d+)\*\*/g)].map(([, number]) => number));

  if (rows.length === 0) problems.push('There is not a single row.');
  problems.push(...wrongNumbers(rows));
  for (const { number, where, proofs: named } of rows) {
    const ofRow = [...where.matchAll(/\b[A-Z]{1,2}\d+\b/g)].map(([rule]) => rule);
    for (const rule of ofRow) {
      if (!known.has(rule)) problems.push(`${number} names the rule ${rule}, which is not in docs/rules.md.`);
    }
    const proofs = [...named, ...ofRow.flatMap((rule) => tagged.get(rule) ?? [])];
    const isExcused = notYet.has(number) || toBeShown.has(number);
    if (proofs.length === 0 && !isExcused) problems.push(`${number} has no test.`);
    if (proofs.length > 0 && isExcused)
      problems.push(`${number} has a test, and is excused as well: take it off its list at the end.`);
    for (const proof of proofs) {
      const why = whyNot(proof, textOf, results);
      if (why) problems.push(`${number}: “${proof.file} › ${proof.title}” ${why}`);
    }
  }
  const numbers = new Set(rows.map((row) => row.number));
  for (const number of [...notYet, ...toBeShown]) {
    if (!numbers.has(number)) problems.push(`${number} is on a list at the end, and is no row.`);
  }
  return { rows: rows.length, notYet: notYet.size, toBeShown: toBeShown.size, problems };
}

function whyNot({ file, title }: Proof, textOf: Reading['textOf'], results: Reading['results']) {
  const text = textOf(file);
  if (text === null) return 'does not exist: there is no such file.';
  const source = [`'`, `"`, '`'].some((quote) => text.includes(`${quote}${title}${quote}`));
  if (!source) return 'does not exist: the file has no test of that title.';
  if (!results) return null;
  const pattern = patternOf(title);
  const ran = results.filter((result) => result.file === file && pattern.test(result.title));
  if (ran.length === 0) return 'was not run.';
  return ran.every(({ passed }) => passed) ? null : 'did not pass.';
}

/** A title as in the source; placeholders of `test.each` and values match any text. */
function patternOf(title: string): RegExp {
  const parts = title.split(/%[sdifjo#]|\$\{[^}]*\}|\$[\w.]+/);
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.*')}$`, 's');
}

function parseRows(specification: string): Row[] {
  return linesOf(specification)
    .filter(({ heading }) => /^\d/.test(heading))
    .map(({ cells: [number = '', , where = '', shown = ''] }) => ({
      number,
      where,
      proofs: parseProofs(shown),
    }));
}

const parseProofs = (cell: string): Proof[] =>
  [...cell.matchAll(/`([^`]+?) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({ file, title }));

const namedUnder = (specification: string, name: string): Set<string> =>
  new Set(
    linesOf(specification)
      .filter(({ heading }) => heading === name)
      .map(({ cells: [number = ''] }) => number),
  );

/** The lines of tables that start with a row's number, with the heading above them. */
function linesOf(specification: string): { heading: string; cells: string[] }[] {
  let heading = '';
  const lines: { heading: string; cells: string[] }[] = [];
  for (const line of specification.split('\n')) {
    if (line.startsWith('## ')) heading = line.slice(3);
    if (!/^\| *\d+\.\d+ *\|/.test(line)) continue;
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    lines.push({ heading, cells: cells.map((cell) => cell.trim().replaceAll('\\|', '|')) });
  }
  return lines;
}

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

const unitReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
});

export function unitResults(report: unknown, root: string): Result[] {
  return unitReport.parse(report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({
      file: relative(root, name).replaceAll('\\', '/'),
      title,
      passed: status === 'passed',
    })),
  );
}

const suite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      ok: z.boolean(),
      tests: z.array(z.object({ status: z.string() })),
    }),
  ),
  get suites() {
    return z.optional(z.array(suite));
  },
});
const journeyReport = z.object({ config: z.object({ rootDir: z.string() }), suites: z.array(suite) });

export function journeyResults(report: unknown, root: string): Result[] {
  const { config, suites } = journeyReport.parse(report);
  const resultsOf = ({ specs, suites = [] }: z.infer<typeof suite>): Result[] => [
    ...specs.map(({ title, file, ok, tests }) => ({
      file: relative(root, join(config.rootDir, file)).replaceAll('\\', '/'),
      title,
      // A journey that was skipped is 'ok' as well.
      passed: ok && tests.every(({ status }) => status !== 'skipped'),
    })),
    ...suites.flatMap(resultsOf),
  ];
  return suites.flatMap(resultsOf);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const read = (path: string) => readFileSync(path, 'utf8');
  const [units, journeys] = process.argv.slice(2);
  const { rows, notYet, toBeShown, problems } = checkSpecification({
    specification: read(join(root, 'docs/specification.md')),
    rules: read(join(root, 'docs/rules.md')),
    textOf: (file) => (existsSync(join(root, file)) ? read(join(root, file)) : null),
    tagged: taggedTests(
      globSync(TESTS, { cwd: root, exclude: ['test/explore/**'] }).map((path) => ({
        file: path.replaceAll('\\', '/'),
        text: read(join(root, path)),
      })),
    ),
    results:
      units && journeys
        ? [...unitResults(JSON.parse(read(units)), root), ...journeyResults(JSON.parse(read(journeys)), root)]
        : null,
  });
  for (const problem of problems) console.error(problem);
  console.log(
    `docs/specification.md: ${rows} rows, ${notYet} not there yet, ${toBeShown} to be shown, ${problems.length} problems`,
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
}
