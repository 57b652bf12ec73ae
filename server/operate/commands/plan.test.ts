import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkPlan } from '../../../test/planner/checker/check-plan.ts';
import type { DayOnFile, Law, Plan } from '../../../test/planner/checker/read-day.ts';
import { type DayFile, generateDay, oddDays } from '../../../test/planner/days.ts';
import { startProcess } from '../../../test/servers/real-process.ts';
import { runCommand } from '../../../test/servers/run-command.ts';
import { plan } from './plan.ts';

const fixtures = join(import.meta.dirname, '../../../test/planner');
const lawsFile = join(fixtures, 'laws.json');
const laws: Readonly<Record<string, readonly Law[]>> = JSON.parse(readFileSync(lawsFile, 'utf8'));
const day45: DayFile = JSON.parse(readFileSync(join(fixtures, 'day-45.json'), 'utf8'));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** Copies the day and changes the copy at the end of the path; undefined deletes. */
function edited(day: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const copy = structuredClone(day);
  // biome-ignore lint/suspicious/noExplicitAny: files can be anything
  const parent = path.slice(0, -1).reduce((at: any, key) => at[key], copy);
  const last = path[path.length - 1] ?? '';
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

const run = (...args: string[]) => runCommand(plan, args, join(folder, 'data'));

test('[CK1] [CK4] the plan of a day goes to stdout and nothing else, and no data is looked for', async () => {
  const file = write('day.json', day45);
  const { code, stdout, stderr } = await startProcess('lineup.ts', ['plan', file, '--laws', lawsFile], {
    DATA_DIR: join(folder, 'data'),
  }).ended;
  expect(code).toBe(0);
  const printed: Plan = JSON.parse(stdout);
  expect(stderr).toBe(printed.problems?.map((sentence) => `${sentence}\n`).join(''));
  expect(checkPlan(day45, laws.CA ?? [], printed)).toEqual([]);
  expect(printed.points).toBe(879_450);
  expect(readdirSync(folder)).toEqual(['day.json']);
});

test('[CK1] the same file gives the same plan', async () => {
  const file = write('day.json', generateDay(3));
  const one = await run(file, '--laws', lawsFile);
  expect(await run(file, '--laws', lawsFile)).toEqual(one);
});

test('[CK4] without rows of law in a file, those of Lineup on the day’s date count', async () => {
  const { stdout } = await run(write('day.json', day45));
  const rows = new Set((JSON.parse(stdout) as Plan).breaks.map(({ row }) => row));
  expect([...rows].sort()).toEqual(['ca-meal-1', 'ca-meal-2', 'ca-rest-1', 'ca-rest-2', 'ca-rest-3']);
  const { jurisdiction: _, ...settings } = day45.planner.settings;
  const own = await run(write('own.json', edited(day45, ['planner', 'settings'], settings)));
  expect((JSON.parse(own.stdout) as Plan).breaks.every(({ row }) => row === null)).toBe(true);
});

test.each<[string, readonly (string | number)[], unknown, string]>([
  ['nothing to plan', ['layout'], undefined, 'layout is missing.'],
  ['no people', ['planner', 'people'], undefined, 'planner.people is missing.'],
  [
    'a level there isn’t',
    ['planner', 'people', 'Amara Lima', 'skills', 'Kitchen/Fryer'],
    4,
    'planner.people["Amara Lima"].skills["Kitchen/Fryer"] must be 1, 2, or 3.',
  ],
  [
    'half a year',
    ['planner', 'people', 'Amara Lima', 'age'],
    15.5,
    'planner.people["Amara Lima"].age must be a whole number.',
  ],
  ['a number below 0', ['planner', 'settings', 'gap'], -45, 'planner.settings.gap must be at least 0.'],
  ['an object for a list', ['planner', 'locks'], {}, 'planner.locks must be a list.'],
  [
    'another priority',
    ['planner', 'positions', 'p3', 'priority'],
    'very',
    'planner.positions.p3.priority must be “must”, “should”, or “nice”.',
  ],
  [
    'a rush at no time',
    ['planner', 'settings', 'rush', 0, 'startTime'],
    'x',
    'planner.settings.rush[0].startTime is “x”, but must be a time such as 9:30 AM.',
  ],
  [
    'a shift at no time',
    ['layout', 'shifts', 2, 'startTime'],
    '25:00',
    'layout.shifts[2].startTime: “25:00” is not a time. Try 3:30 PM, 3p, or 15:30.',
  ],
  [
    'a shift of nobody',
    ['layout', 'shifts', 0, 'teamMember'],
    ' ',
    'layout.shifts[0].teamMember: Enter a name.',
  ],
  [
    'a field too many',
    ['layout', 'shifts', 0, 'pay'],
    1,
    'layout.shifts[0].pay is nothing that Lineup knows.',
  ],
  [
    'a shift twice',
    ['layout', 'shifts', 45],
    day45.layout.shifts[0],
    'layout.shifts[45].id: That shift already exists.',
  ],
  [
    'a rotation twice',
    ['layout', 'rotations', 5],
    day45.layout.rotations[0],
    'layout.rotations[5].id: That rotation already exists.',
  ],
  [
    'a rotation at no time',
    ['layout', 'rotations', 1, 'endTime'],
    'late',
    'layout.rotations[1].endTime: Invalid name or time',
  ],
  [
    'too many rotations',
    ['layout', 'rotations'],
    Array.from({ length: 25 }, (_, index) => ({ ...day45.layout.rotations[0], id: `x${index}` })),
    'layout.rotations: You’ve reached the limit of 24.',
  ],
  [
    'a chart for half a person',
    ['layout', 'rotations', 0, 'charts'],
    [{ people: 7.5, coveredBy: {} }],
    'layout.rotations[0].charts[0].people must be a whole number.',
  ],
  ['no date', ['layout', 'date'], '2026-13-01', 'layout.date: Choose a date.'],
  [
    'a jurisdiction without law',
    ['planner', 'settings', 'jurisdiction'],
    'TX',
    'planner.settings.jurisdiction is “TX”, which has no rows of law. Those that have: CA, CO, CT, DE, IL, LA, MI, MN, NY, OR, WA, Germany, UK. Leave it out for the team’s own rule.',
  ],
])('[CK2] a day with %s gets a sentence with the place in the file', async (_, path, value, sentence) => {
  const file = write('day.json', edited(day45, path, value));
  expect(await run(file)).toEqual({ code: 1, stdout: '', stderr: `${file}: ${sentence}` });
});

test.each<[string, string, string]>([
  ['that is empty', ' \n', 'The file FILE is empty.'],
  ['that was cut off', '{"layout": {', 'FILE is not JSON: it ends too soon.'],
  ['with a typo', '{\n "layout": {,}\n}', 'FILE is not JSON at line 2, column 13.'],
  ['with a list in it', '[]', 'FILE must be an object.'],
])('[CK2] a file %s gets a sentence', async (_, text, sentence) => {
  const file = write('day.json', text);
  const stderr = sentence.replace('FILE', file);
  expect(await run(file)).toEqual({ code: 1, stdout: '', stderr });
});

test('[CK2] a file that there isn’t gets a sentence, and no file the usage', async () => {
  const file = join(folder, 'nope.json');
  expect(await run(file)).toMatchObject({ code: 1, stderr: `There is no file ${file}.` });
  expect(await run()).toMatchObject({ code: 1, stdout: '', stderr: plan.usage });
});

test.each<[readonly (string | number)[], unknown, string]>([
  [['CA', 0, 'minutes'], -3, 'LAWS: CA[0].minutes must be a whole number from 0 to 1440.'],
  [['NY', 0, 'within', 1], '2 PMs', 'LAWS: NY[0].within[1] is “2 PMs”, but must be a time such as 9:30 AM.'],
  [['CA', 0, 'kind'], 'nap', 'LAWS: CA[0].kind must be “meal” or “rest”.'],
  [
    ['CA'],
    undefined,
    'DAY: planner.settings.jurisdiction is “CA”, which has no rows of law in LAWS. Those that have: WA, OR, NY, team, ZZ. Leave it out for the team’s own rule.',
  ],
])('[CK2] [CK4] laws with %j as %j get a sentence', async (path, value, sentence) => {
  const [day, own] = [write('day.json', day45), write('laws.json', edited(laws, path, value))];
  const stderr = sentence.replace('LAWS', own).replace('DAY', day);
  expect(await run(day, '--laws', own)).toEqual({ code: 1, stdout: '', stderr });
});

test.each(oddDays.map((day) => [day.name, day] as const))(
  '[CK3] %s: the plan goes as far as it can, and says what cannot be',
  async (_, day) => {
    const file = write('day.json', day);
    const { code, stdout } = await run(file, '--laws', lawsFile);
    expect(code).toBe(0);
    const { jurisdiction = 'team' } = day.planner.settings;
    expect(checkPlan(day as DayOnFile, laws[jurisdiction] ?? [], JSON.parse(stdout))).toEqual([]);
  },
);

test('[CK3] what cannot be is on stderr and among the problems', async () => {
  const lock = { shift: 's136', rotation: 'r1', position: 'p3' };
  const locks = [
    lock,
    { ...lock, position: 'p5' },
    { ...lock, shift: 'nobody' },
    { ...lock, position: 'p30' },
  ];
  const file = write('day.json', edited(day45, ['planner', 'locks'], locks));
  const { code, stdout, stderr } = await startProcess('lineup.ts', ['plan', file], {}).ended;
  expect(code).toBe(0);
  const sentences = [
    'The lock of Amara Lima (s136) on Front Counter/Expo (p5) in Breakfast can’t hold: a lock before it contradicts it.',
    'The lock of nobody on Front Counter/Register 1 (p3) in Breakfast can’t hold: nobody who can be counted on has that shift.',
    'The lock of Amara Lima (s136) on p30 in Breakfast can’t hold: that is no position of it with so many people.',
    'The lock of Amara Lima (s136) on Front Counter/Register 1 (p3) in Breakfast holds, but they aren’t trained for it.',
  ];
  expect((JSON.parse(stdout) as Plan).problems).toEqual(expect.arrayContaining(sentences));
  for (const sentence of sentences) expect(stderr.split('\n')).toContain(sentence);
});

test('[CK3] charts in which positions cover each other, or are covered by nothing, are named', async () => {
  const coveredBy = { p3: 'p4', p4: 'p5', p5: 'p3', p6: 'p6', p7: 'nowhere', p8: 'p10', gone: 'p3' };
  const charts = [
    { people: 0, coveredBy },
    { people: 90, coveredBy: { p3: null } },
  ];
  const file = write('day.json', edited(day45, ['layout', 'rotations', 0, 'charts'], charts));
  const { code, stdout } = await run(file);
  expect(code).toBe(0);
  const { problems, seats }: Plan = JSON.parse(stdout);
  expect(problems?.[0]).toBe(
    'The chart of Breakfast for 0 can’t be: nobody covers Front Counter/Register 1 (p3), Front Counter/Register 2 (p4), Front Counter/Expo (p5), Front Counter/Drinks (p6), and Front Counter/Order Runner (p7) in the end. Planned as seats.',
  );
  expect(problems?.filter((sentence) => sentence.startsWith('The chart'))).toHaveLength(1);
  expect(seats.map(({ position }) => position)).not.toContain('p8');
});

test.each([
  [
    'with a mark at its start and the line ends of Windows',
    `\uFEFF${JSON.stringify(day45, null, 1).replaceAll('\n', '\r\n')}`,
    0,
  ],
  ['of lists in lists', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 1],
  [
    'with notes of lists in lists',
    JSON.stringify(edited(day45, ['layout', 'notes'], '@')).replace(
      '"@"',
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    ),
    1,
  ],
  ['with a number that there isn’t', JSON.stringify(day45).replace(/"gap":\d+/, '"gap":NaN'), 1],
  ['with a number without end', JSON.stringify(day45).replace(/"gap":\d+/, '"gap":1e999'), 1],
])('[CK1] [CK2] a file %s gets a plan or one sentence', async (_, text, code) => {
  const answer = await run(write('day.json', text));
  expect(answer.code, answer.stderr).toBe(code);
  if (code === 0) expect((JSON.parse(answer.stdout) as Plan).points).toBe(879_450);
  else expect([answer.stdout, answer.stderr.split('\n').length]).toEqual(['', 1]);
});

test('[CK3] locks of the layout hold beside those of the planner, where their people still sit there', async () => {
  const { layout, planner } = generateDay(5, { shifts: 8, rotations: 1, isPlain: true });
  const [rotation] = layout.rotations;
  const positions = rotation?.subareas.flatMap((area) => area.positions) ?? [];
  const lock = (at: number, who: number) => ({
    rotation: rotation?.id ?? '',
    position: positions[at]?.id ?? '',
    shift: layout.shifts[who]?.id ?? '',
  });
  const day = {
    layout: { ...layout, locks: [lock(0, 0), lock(1, 1)] },
    planner: { ...planner, locks: [lock(2, 2)] },
  };
  const seats0 = ['layout', 'rotations', 0, 'subareas', 0, 'positions', 0, 'seats'];
  const file = write('day.json', edited(day, seats0, [lock(0, 0).shift]));
  const { stdout } = await run(file, '--laws', lawsFile);
  const { seats, problems }: Plan = JSON.parse(stdout);
  expect(seats).toEqual(expect.arrayContaining([lock(0, 0), lock(2, 2)]));
  expect(problems?.join()).not.toContain(`(${lock(1, 1).shift}) on`);
});
