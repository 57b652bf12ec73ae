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
  (path) => !path.startsWith('tools/'),
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

test('every rule that the title of a test names, also in an example, is in docs/rules.md', () => {
  const known = new Set(rules);
  const unknown = [...tests, ...pages].flatMap((path) =>
    [...read(path).matchAll(/['"`]((?:\[[A-Z]{1,2}\d+\] )+)/g)]
      .flatMap(([, numbers = '']) => numbers.match(/[A-Z]{1,2}\d+/g) ?? [])
      .filter((number) => !known.has(number))
      .map((number) => `${path}: ${number}`),
  );
  expect(unknown).toEqual([]);
});
