import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const rooms = '{client,contract,docs,domain,server,test,tools,web}';
const files = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
const pages = [...files('*.md'), ...files('docs/**/*.md')];
const tests = files(`${rooms}/**/*.{test.ts,test.tsx,contract.ts}`).filter(
  (path) => !path.startsWith('tools/check-'),
);

/** What docs/add-a-screen.md makes up to walk through. */
const isExample = (path: string) => path.includes('/stations');

const room = /^(?:client|contract|docs|domain|server|test|tools|web)\/[\w./-]*$/;

test.each(pages)('every path in %s exists', (page) => {
  const prose = read(page).replaceAll(/^```.*?^```/gms, '');
  const named = [...prose.matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => room.test(path));
  const linked = [...prose.matchAll(/\]\(([^)#:]+)[^)]*\)/g)].map(([, path = '']) =>
    join(dirname(page), path),
  );
  const missing = [...named, ...linked].filter((path) => !isExample(path) && !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});

test.each(pages)('every test that %s names exists', (page) => {
  const missing = [...read(page).matchAll(/`([^`]+?\.(?:test|contract)\.tsx?) › ([^`]+)`/g)].filter(
    ([, path = '', title = '']) => !existsSync(join(root, path)) || !read(path).includes(title),
  );
  expect(missing.map(([whole]) => whole)).toEqual([]);
});

const rules = [...read('docs/rules.md').matchAll(/^- \*\*([A-Z]{1,2}\d+)\*\*/gm)].map(
  ([, number = '']) => number,
);

test('no rule has the number of another', () => {
  expect(rules.filter((number, index) => rules.indexOf(number) !== index)).toEqual([]);
});

/** The numbers that titles of tests begin with, in any quotes. */
const numbersIn = (path: string) =>
  [...read(path).matchAll(/[([]\s*['"`]((?:\[[A-Z]{1,2}\d+\] )+)/g)].flatMap(
    ([, numbers = '']) => numbers.match(/[A-Z]{1,2}\d+/g) ?? [],
  );

test('every rule that the title of a test names, also in an example, is in docs/rules.md', () => {
  const known = new Set(rules);
  const unknown = [...tests, ...pages].flatMap((path) =>
    numbersIn(path)
      .filter((number) => !known.has(number))
      .map((number) => `${path}: ${number}`),
  );
  expect(unknown).toEqual([]);
});

test('every rule is named by the title of a test', () => {
  const named = new Set(tests.flatMap(numbersIn));
  const what = 'Put the number at the front of the title of a test that fails without the rule, or write one';
  expect(
    rules.filter((number) => !named.has(number)),
    what,
  ).toEqual([]);
});
