import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { checkHouse } from './check-house.ts';

type Tree = Record<string, string>;

const A = 'export const a = 1;\n';

const roots: string[] = [];

function problemsIn(tree: Tree): string[] {
  const root = mkdtempSync(join(tmpdir(), 'house-'));
  roots.push(root);
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return checkHouse(root).map(({ file, line, why }) => `${file}:${line}  ${why}`);
}

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

test('a repository that follows every rule has no problems', () => {
  expect(
    problemsIn({
      'domain/list/list.ts':
        "import type { apply } from '../change/change.ts';\nexport type B = typeof apply;\n",
      'domain/change/change.ts':
        "import { layoutChanges } from '../day/layout-changes.ts';\nexport const apply = layoutChanges;\n",
      'domain/day/layout-changes.ts': "import { id } from '../change/fields.ts';\n",
      'domain/day.ts':
        "import type Delta from 'quill-delta';\nexport const start = (at: number): Delta | number => at;\n",
      'domain/day.test.ts':
        "import fc from 'fast-check';\nimport { build } from '../test/build.ts';\nnew Date(); build(fc);\n",
      'contract/live.ts':
        "import { z } from 'zod/mini';\nimport { start } from '../domain/day.ts';\nz.number(); start(1);\n",
      'server/main.ts': "import './door/app.ts';\nimport './database/sqlite.ts';\n",
      'server/lineup.ts': "import './database/sqlite.ts';\n",
      'server/door/app.ts': "import '../database/engine.ts';\nimport 'fastify';\n",
      'server/database/engine.ts': "import type { a } from './store.ts';\nexport type B = typeof a;\n",
      'server/database/store.ts': A,
      'server/database/sqlite.ts':
        "import 'node:sqlite';\nimport type { a } from './store.ts';\nexport type B = typeof a;\n",
      'client/storage.ts': A,
      'client/outbox.ts':
        "import type { a } from './storage.ts';\nimport '../contract/live.ts';\nexport type B = typeof a;\n",
      'web/main.tsx': "import './app.tsx';\nimport '../client/storage.ts';\n",
      'web/app.tsx': "import './screens/day/day.tsx';\nimport './urls.ts';\n",
      'web/urls.ts': A,
      'web/screens/day/day.tsx':
        "import './seat.tsx';\nimport '../../parts/header.tsx';\nimport '../../urls.ts';\n",
      'web/screens/day/seat.tsx': "import '../../../domain/day.ts';\nimport '../../../client/outbox.ts';\n",
      'web/parts/header.tsx':
        "import '../ui/button.tsx';\nimport type { z } from '../../contract/live.ts';\nexport type Z = typeof z;\n",
      'web/ui/button.tsx': "import 'react';\nimport './button.css';\nimport '../styles/theme.ts';\n",
      'web/ui/button.css': '@import "../styles/tokens.css";\n',
      'web/styles/tokens.css': '',
      'web/styles/theme.ts': A,
      'test/build.ts':
        "import '../server/database/sqlite.ts';\nimport '../web/app.tsx';\nexport const build = (x: unknown) => x;\n",
      'tools/seed.ts': "import 'node:fs';\nimport '../server/database/sqlite.ts';\n",
    }),
  ).toEqual([]);
});

describe('imports between folders', () => {
  const refused: [what: string, from: string, text: string, to: string, why: string][] = [
    [
      'domain to contract',
      'domain/a.ts',
      "import '../contract/b.ts'",
      'contract/b.ts',
      'domain/ must not import contract/b.ts',
    ],
    [
      'contract to server',
      'contract/a.ts',
      "import '../server/b.ts'",
      'server/b.ts',
      'agree on an endpoint in contract/',
    ],
    [
      'server to client',
      'server/a.ts',
      "import '../client/b.ts'",
      'client/b.ts',
      'What must work offline stays in client/',
    ],
    [
      'client to web',
      'client/a.ts',
      "import '../web/b.ts'",
      'web/b.ts',
      'move what others need down to client/ or domain/',
    ],
    ['web to server', 'web/a.ts', "import '../server/b.ts'", 'server/b.ts', 'call it through client/'],
    ['a type', 'domain/a.ts', "import type { b } from '../server/b.ts'", 'server/b.ts', 'must not import'],
    ['a type in place', 'domain/a.ts', "let b: import('../server/b.ts').B", 'server/b.ts', 'must not import'],
    ['an export', 'domain/a.ts', "export { b } from '../server/b.ts'", 'server/b.ts', 'must not import'],
    ['a later import', 'domain/a.ts', "await import('../server/b.ts')", 'server/b.ts', 'must not import'],
    [
      'product to test',
      'server/a.ts',
      "import '../test/b.ts'",
      'test/b.ts',
      'What only tests need stays in test/',
    ],
    [
      'a subject past the door of another',
      'server/teams/a.ts',
      "import '../accounts/b.ts'",
      'server/accounts/b.ts',
      'through server/accounts/account-tables.ts',
    ],
    [
      'a subject to one without a door',
      'server/teams/a.ts',
      "import '../history/b.ts'",
      'server/history/b.ts',
      'no other subject calls history',
    ],
    [
      'a day to the crew',
      'domain/day/a.ts',
      "import { b } from '../crew/b.ts'",
      'domain/crew/b.ts',
      'day <- crew, schedule <- every change <- history',
    ],
    [
      'the crew to the schedule',
      'domain/crew/a.ts',
      "import { b } from '../schedule/b.ts'",
      'domain/schedule/b.ts',
      'move up what knows both',
    ],
    [
      'what every change uses to a day',
      'domain/change/fields.ts',
      "import { b } from '../day/b.ts'",
      'domain/day/b.ts',
      'domain/change must not import values',
    ],
    [
      'a day to all changes',
      'domain/day/a.ts',
      "import { b } from '../change/change.ts'",
      'domain/change/change.ts',
      'domain/day must not import values',
    ],
    ['product to tools', 'server/a.ts', "import '../tools/b.ts'", 'tools/b.ts', 'stays in tools/'],
    [
      'ui to parts',
      'web/ui/a.ts',
      "import '../parts/b.ts'",
      'web/parts/b.ts',
      'knows nothing of the product',
    ],
    [
      'ui to domain',
      'web/ui/a.ts',
      "import '../../domain/b.ts'",
      'domain/b.ts',
      'knows nothing of the product',
    ],
    [
      'ui to the addresses',
      'web/ui/a.ts',
      "import '../urls.ts'",
      'web/urls.ts',
      'knows nothing of the product',
    ],
    [
      'parts to screens',
      'web/parts/a.ts',
      "import '../screens/day.ts'",
      'web/screens/day.ts',
      'down to web/parts/',
    ],
    [
      'screens to app',
      'web/screens/a.ts',
      "import '../app.tsx'",
      'web/app.tsx',
      'ui <- parts <- screens <- app.tsx',
    ],
    [
      'screen to screen',
      'web/screens/a/a.ts',
      "import '../b/b.ts'",
      'web/screens/b/b.ts',
      'screens share code only through',
    ],
    [
      'style sheet up',
      'web/ui/a.css',
      "@import '../parts/b.css';",
      'web/parts/b.css',
      'knows nothing of the product',
    ],
    [
      'database to door',
      'server/database/a.ts',
      "import '../door/b.ts'",
      'server/door/b.ts',
      'Move what both need down',
    ],
    [
      'anyone to lineup',
      'server/door/a.ts',
      "import '../lineup.ts'",
      'server/lineup.ts',
      'no other file imports it',
    ],
    [
      'anyone to main',
      'server/door/a.ts',
      "import '../main.ts'",
      'server/main.ts',
      'no other file imports it',
    ],
    [
      'a concrete store',
      'server/door/a.ts',
      "import '../database/sqlite.ts'",
      'server/database/sqlite.ts',
      'only server/main.ts or server/lineup.ts imports it',
    ],
  ];
  test.each(refused)('refuses %s', (_what, from, text, to, why) => {
    const found = problemsIn({ [from]: `\n${text}\n`, [to]: to.endsWith('.css') ? '' : A });
    expect(found).toEqual([expect.stringContaining(why)]);
    expect(found[0]).toMatch(new RegExp(`^${from}:2  `));
  });
});

describe('packages', () => {
  test.each([
    ['domain/a.ts', 'fastify', 'domain/ must not use fastify'],
    ['domain/a.ts', 'node:fs', 'Let the caller do that part'],
    ['contract/a.ts', 'fastify', 'contract/ must not use fastify'],
    ['client/a.ts', 'react', 'Presentation belongs in web/'],
    ['web/parts/a.ts', 'node:fs', 'web/ must not use node:fs'],
    ['server/a.ts', 'react', 'server/ must not use react'],
  ])('%s does not use %s', (from, name, why) => {
    expect(problemsIn({ [from]: `import '${name}';\n` })).toEqual([expect.stringContaining(why)]);
  });
});

describe('domain depends on its arguments alone', () => {
  test.each([
    'Date.now()',
    'new Date()',
    'Date()',
    'Math.random()',
    'crypto.randomUUID()',
    'process.env.HOME',
    "fetch('/')",
    "new WebSocket('/')",
    'setTimeout(f, 1)',
    '[1].map(setTimeout)',
    'globalThis.Date',
    'const now = { at: Date.now };',
  ])('refuses %s', (text) => {
    const found = problemsIn({ 'domain/a.ts': `// Date.now()\nexport const f = () => {\n  ${text}\n};\n` });
    expect(found).toEqual([
      expect.stringMatching(/^domain\/a\.ts:3 {2}domain\/ must not use .* their arguments alone/),
    ]);
  });

  test.each([
    'new Date(0)',
    'Date.UTC(2026, 0)',
    'Math.max(1)',
    '({ process: 1 }).process',
    '((document: string) => document.length)',
    '(({ history: [location] }: { history: string[] }) => location)',
  ])('allows %s', (text) => {
    expect(
      problemsIn({ 'domain/a.ts': `export const a = ${text};\n`, 'server/a.ts': 'Date.now();\n' }),
    ).toEqual([]);
  });
});

describe('files', () => {
  test.each([
    ['domain/clockTime.ts', 'not a kebab-case noun'],
    ['web/Parts/header.tsx', 'not a kebab-case noun'],
    ['domain/index.ts', 'index files are not allowed'],
    ['domain/utils.ts', 'Put each function in the file of the noun'],
    ['web/parts/date-helpers.ts', 'Put each function in the file of the noun'],
  ])('%s: %s', (path, why) => {
    expect(problemsIn({ [path]: A })).toEqual([expect.stringContaining(why)]);
  });

  test('are at most 500 lines long', () => {
    expect(problemsIn({ 'domain/a.ts': A.repeat(500), 'test/b.ts': A.repeat(500) })).toEqual([]);
    expect(problemsIn({ 'domain/a.ts': `${'\n'.repeat(500)}${A}` })).toEqual([
      'domain/a.ts:501  has 501 lines; the limit is 500. Move part of it to a file of its own.',
    ]);
  });
});

test('a style sheet names the sides of text, not of the screen', () => {
  const refused = [
    'margin-left: 1px;',
    'border-right-color: red;',
    'text-align: left;',
    'padding: 0 calc(6 * var(--tv)) 0 calc(12 * var(--tv));',
    'inset-inline-start: 0;',
    'border-start-end-radius: 4px;',
  ];
  const allowed = [
    'margin-inline-start: 1px;',
    'left: 0;',
    'padding: 1px calc(2px + var(--a)) 0;',
    'padding: 0 calc(2px + var(--a)) 1px calc(2px + var(--a));',
    'padding: 0 var(--safe-right) 0 var(--safe-left);',
  ];
  const lines = [...refused, ...allowed].map((line) => `  ${line}\n`);
  const problems = problemsIn({ 'web/ui/a.css': `a {\n${lines.join('')}}\n` });
  expect(problems.map((problem) => problem.split('  ')[0])).toEqual(
    refused.map((_, index) => `web/ui/a.css:${index + 2}`),
  );
});
