import * as z from 'zod/mini';
import { type LawRow, lawRows } from '../../../domain/day/law-row.ts';
import { type Layout, layoutSchema, parseLayout } from '../../../domain/day/layout.ts';
import { locksInForce } from '../../../domain/day/locks.ts';
import { parseShift } from '../../../domain/day/shift.ts';
import { parseRotation, rotationLimit } from '../../../domain/plan/rotation.ts';
import { type Planning, planningSchema } from '../../../domain/planner/day-file.ts';
import { lawsOn } from '../../../domain/planner/laws/laws.ts';
import type { Outcome, Problem } from '../../../domain/problem/problem.ts';
import { sentencesIn } from '../../../domain/problem/sentence.ts';
import { jurisdictions } from '../../../domain/team/planning-settings.ts';
import { isClockTime, minutesOfDay } from '../../../domain/time/clock-time.ts';
import { readWords } from '../../../words/read-words.ts';
import { StartProblem } from '../../start-problem.ts';
import { loadText } from '../moving/hosted-files.ts';

// What `plan` reads: docs/planner.md says what is in it. All that is wrong throws a StartProblem that names the place in the file.

export interface PlannerFile {
  readonly layout: Layout;
  readonly planning: Planning;
  readonly laws: readonly LawRow[];
}

/** The jurisdiction that has no law of its own. */
const ofTeam = 'team';

const dayFile = z.object({ layout: layoutSchema, planner: planningSchema });
const lawFile = z.record(z.string(), lawRows);

export async function readPlannerFile(file: string, lawsFile: string | undefined): Promise<PlannerFile> {
  const { layout: written, planner } = await readFileAs(dayFile, file);
  const parsed = parseLayout(written);
  if (!parsed.ok) {
    const { path, problem } = whereIn(written, parsed.problem);
    throw wrongAt(file, ['layout', ...path], sentencesIn(readWords('en', 'problems'))(problem));
  }
  checkTimes(file, ['planner', 'settings', 'rush'], planner.settings.rush);
  const layout = parsed.value;
  const laws =
    lawsFile === undefined ? ownLaws(file, layout, planner) : await lawsIn(lawsFile, file, planner);
  const planning = { ...planner, locks: [...planner.locks, ...locksInForce(layout)] };
  return { layout, planning, laws };
}

async function readFileAs<Schema extends z.core.$ZodType>(
  schema: Schema,
  file: string,
): Promise<z.output<Schema>> {
  const written = parseJson(await loadText(file), file);
  const parsed = z.safeParse(schema, written);
  if (parsed.success) return parsed.data;
  const { path, must } = firstWrong(parsed.error.issues);
  const value = valueAt(written, path);
  if (value === undefined) throw wrongAt(file, path, 'is missing.');
  throw wrongAt(file, path, typeof value === 'number' && !Number.isInteger(value) ? mustBeWhole : must);
}

const mustBeWhole = 'must be a whole number.';

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (at, key) => (at === null || at === undefined ? undefined : Reflect.get(Object(at), key)),
    value,
  );

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const [, position, line, column] = /position (\d+) \(line (\d+) column (\d+)\)/.exec(message) ?? [];
    if (/end of JSON input|Unterminated/.test(message) || Number(position) === text.length)
      throw new StartProblem(`${file} is not JSON: it ends too soon.`);
    throw new StartProblem(`${file} is not JSON${line ? ` at line ${line}, column ${column}` : ''}.`);
  }
}

function ownLaws(file: string, layout: Layout, { settings: { jurisdiction } }: Planning): readonly LawRow[] {
  if (jurisdiction === undefined) return layout.laws ?? [];
  if (jurisdiction !== ofTeam && !(jurisdictions as readonly string[]).includes(jurisdiction))
    throw unknownPlace(file, jurisdiction, jurisdictions);
  return lawsOn(jurisdiction, layout.date);
}

async function lawsIn(lawsFile: string, file: string, planner: Planning): Promise<readonly LawRow[]> {
  const all = new Map(Object.entries(await readFileAs(lawFile, lawsFile)));
  for (const [place, rows] of all) {
    for (const [index, row] of rows.entries()) {
      checkTimes(lawsFile, [place, index], row);
      for (const [field, value] of Object.entries(row)) {
        if (typeof value === 'number' && !isWholeMinutes(value))
          throw wrongAt(lawsFile, [place, index, field], `must be a whole number from 0 to ${minutesOfDay}.`);
      }
    }
  }
  const { jurisdiction = ofTeam } = planner.settings;
  const rows = all.get(jurisdiction) ?? (jurisdiction === ofTeam ? [] : null);
  if (!rows) throw unknownPlace(file, jurisdiction, [...all.keys()], ` in ${lawsFile}`);
  return rows;
}

const isWholeMinutes = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= minutesOfDay;

const unknownPlace = (file: string, name: string, known: readonly string[], where = ''): StartProblem =>
  wrongAt(
    file,
    ['planner', 'settings', 'jurisdiction'],
    `is “${shortened(name)}”, which has no rows of law${where}. Those that have: ${known.slice(0, 40).join(', ')}. Leave it out for the team’s own rule.`,
  );

/** Fields of these names are times, alone or in lists, in rows of law and in the rush. */
const timeFields = new Set([
  'startTime',
  'endTime',
  'startsFrom',
  'startsBefore',
  'endsAfter',
  'spans',
  'within',
]);

function checkTimes(file: string, path: Path, value: object, isTime = false): void {
  for (const [key, each] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    const shouldBe = isTime || timeFields.has(key);
    if (typeof each === 'object' && each !== null) checkTimes(file, at, each, shouldBe);
    else if (shouldBe && !isClockTime(each))
      throw wrongAt(file, at, `is “${shortened(String(each))}”, but must be a time such as 9:30 AM.`);
  }
}

type Path = readonly PropertyKey[];

/** 'day.json: planner.people["Ana Lima"].age must be …' */
function wrongAt(file: string, path: Path, sentence: string): StartProblem {
  const place = path.reduce<string>((sofar, key) => {
    if (typeof key === 'number') return `${sofar}[${key}]`;
    const name = shortened(String(key));
    if (!/^[A-Za-z]\w*$/.test(name)) return `${sofar}[${JSON.stringify(name)}]`;
    return sofar === '' ? name : `${sofar}.${name}`;
  }, '');
  const begin = place === '' ? file : `${file}: ${place}`;
  return new StartProblem(`${begin}${/^(is|must|has) /.test(sentence) ? ' ' : ': '}${sentence}`);
}

const longest = 80;
const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Which part of a layout its rules refuse: they themselves name a field alone. */
function whereIn(layout: Layout, refused: Problem): { path: Path; problem: Problem } {
  const fieldOf = ({ field }: Problem) => (field === undefined ? [] : [field]);
  const parts: readonly (readonly [Path, Outcome<unknown>])[] = [
    ...layout.rotations.map((each, index) => [['rotations', index], parseRotation(each)] as const),
    ...layout.shifts.map(
      (each, index) => [['shifts', index], parseShift(each, layout.breakMinMinutes)] as const,
    ),
  ];
  for (const [path, outcome] of parts) {
    if (!outcome.ok && outcome.problem.code === refused.code && outcome.problem.field === refused.field)
      return { path: [...path, ...fieldOf(refused)], problem: refused };
  }
  const lists = { 'rotation-exists': layout.rotations, 'shift-exists': layout.shifts };
  for (const [code, list] of Object.entries(lists)) {
    const again = list.findIndex(({ id }, index) => list.findIndex((each) => each.id === id) < index);
    if (refused.code === code)
      return { path: [code === 'shift-exists' ? 'shifts' : 'rotations', again, 'id'], problem: refused };
  }
  const isLong = layout.rotations.length > rotationLimit ? 'rotations' : 'shifts';
  return { path: refused.code === 'too-many' ? [isLong] : fieldOf(refused), problem: refused };
}

/** What a schema says of a value that it refuses; in a union, of the member that it fits best. */
function firstWrong(issues: readonly z.core.$ZodIssue[]): { path: Path; must: string } {
  const [issue] = issues;
  if (!issue) return { path: [], must: 'is not understood.' };
  if (issue.code === 'unrecognized_keys')
    return { path: [...issue.path, ...issue.keys.slice(0, 1)], must: 'is nothing that Lineup knows.' };
  if (issue.code === 'invalid_union') {
    const literals = issue.errors
      .flat()
      .flatMap((each) => (each.code === 'invalid_value' ? each.values : []));
    if (literals.length > 0) return { path: issue.path, must: `must be ${oneOf(literals)}.` };
    const inside = firstWrong(issue.errors[0] ?? []);
    return { path: [...issue.path, ...inside.path], must: inside.must };
  }
  return { path: issue.path, must: mustOf(issue) };
}

function mustOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}.`;
    case 'too_big':
      return issue.origin === 'array'
        ? `has more than ${issue.maximum} entries.`
        : issue.origin === 'string'
          ? `has more than ${issue.maximum} characters.`
          : `must be at most ${issue.maximum}.`;
    case 'too_small':
      return issue.origin === 'string' ? 'is empty.' : `must be at least ${issue.minimum}.`;
    case 'invalid_key':
      return 'has a name that is too long.';
    case 'custom':
      return 'has too many entries.';
    default:
      return 'is not understood.';
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
};

const either = new Intl.ListFormat('en', { type: 'disjunction' });
const oneOf = (values: readonly unknown[]): string =>
  either.format(values.map((value) => (typeof value === 'string' ? `“${value}”` : String(value))));
