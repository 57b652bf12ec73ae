import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { parseSync } from 'vite';
import { makeOld, newerThanChromium85 } from '../../newer-than-chromium-85.ts';
import { desk } from '../look.ts';
import {
  change,
  createLayout,
  createTeam,
  lunch,
  password,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.use({ loadsAhead: true });

test('[PA12] in Chromium 85, users can sign in, see changes, start a break and assign people', async ({
  page,
  browser,
}) => {
  const { email } = await register(page.context());
  const { team } = await createTeam(page.context());
  const [ana, ben] = [shiftOf('Ana Diaz'), shiftOf('Ben Okafor')];
  const layout = await createLayout(page.context(), team, { shifts: [ana, ben] });

  const context = await browser.newContext({ viewport: desk });
  await context.addInitScript(makeOld, newerThanChromium85);
  const old = await context.newPage();
  const problems: string[] = [];
  old.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  old.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await old.goto('/login');
  expect(await old.evaluate(() => 'hasOwn' in Object || 'at' in Array.prototype)).toBe(false);
  await old.getByLabel('Email').fill(email);
  await old.getByLabel('Password', { exact: true }).fill(password);
  await old.getByRole('button', { name: 'Sign In' }).click();
  await expect(old).not.toHaveURL(/login/);
  await remember(old, { team });

  await old.goto('/layouts?date=2026-11-21');
  await old.getByRole('button', { name: /^Select/ }).click();
  await old.goto('/');
  await expect(old.locator('.positions__row')).toHaveCount(2);
  const seat = { type: 'shift.seat', shift: ana.id, rotation: lunch.id, before: null } as const;
  await change(page.context(), team, layout, { ...seat, position: 'Register 1' });
  await expect(old.locator('.positions__row').first(), 'a change from elsewhere').toContainText('Ana D.');
  await old.getByRole('button', { name: 'Ana Diaz, break 1: not taken' }).click();
  await expect(old.getByRole('button', { name: /^Ana Diaz, break 1: running/ })).toBeVisible();

  await old.goto('/editor/rotations');
  await old.getByRole('button', { name: /^Ben Okafor/ }).click();
  await old.getByRole('button', { name: /^Place Ben Okafor on Register 2/ }).click();
  await expect(old.locator('.target').nth(1)).toContainText('Ben O.');
  for (const path of ['/editor/shifts', '/editor/overview', '/team', '/account']) {
    await old.goto(path);
    await expect(old.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await old.goto('/tv');
  await expect(old.locator('.tv-line__name')).toHaveText(['Ana D.', 'Ben O.', 'Ana D.', 'Ben O.']);
  expect(problems).toEqual([]);
});

test('[PA12] no script has newer syntax than Chromium 85 and Safari 15.4', () => {
  const built = fileURLToPath(new URL('../../../dist/', import.meta.url));
  // the assets of the build before are there, too
  const [assets] = JSON.parse(readFileSync(`${built}web-builds.json`, 'utf8')) as string[][];
  const scripts = [...globSync('*.js', { cwd: `${built}web` }), ...(assets ?? [])]
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${built}web/${name}`);
  expect(scripts.length).toBeGreaterThan(50);
  expect(newerSyntax('class Way { static { run(); } }')).toEqual(['StaticBlock']);
  expect(newerSyntax('class Way { #a; is(o) { return #a in o; } }')).toEqual(['#private in']);
  expect(newerSyntax('way?.run(...all, 1); way?.run(...all)')).toEqual(['?.run(...all, 1)']);
  expect(newerSyntax('await run(); async () => await run()')).toEqual(['await of a module']);
  expect(newerSyntax('/(?<=a)b/')).toEqual(['lookbehind']);
  const found = scripts.map((script) => [script, newerSyntax(readFileSync(script, 'utf8'))] as const);
  expect(found.filter(([, syntax]) => syntax.length > 0)).toEqual([]);
});

type Node = { readonly type: string; readonly [field: string]: unknown };

/** What a build for Firefox 90 may leave as it is: docs/decisions/screens/0004-oldest-supported-browser.md. */
function newerSyntax(code: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown, isInFunction: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, isInFunction);
    if (!isNode(node)) return;
    const { type, left, expression } = node;
    if (type === 'StaticBlock') found.push(type);
    if (type === 'BinaryExpression' && isNode(left) && left.type === 'PrivateIdentifier')
      found.push('#private in');
    if (type === 'ChainExpression' && spreads(expression)) found.push('?.run(...all, 1)');
    if (type === 'AwaitExpression' && !isInFunction) found.push('await of a module');
    for (const field of Object.values(node)) visit(field, isInFunction || type.includes('Function'));
  };
  visit(parseSync('script.js', code).program, false);
  // also in a string that becomes an expression; Safari throws at it before 16.4
  if (/\(\?<[=!]/.test(code)) found.push('lookbehind');
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Whether a call in a chain spreads an argument before its last, which Chromium fails at before 91 where the chain has ended. */
const spreads = (node: unknown): boolean =>
  isNode(node) &&
  ((Array.isArray(node.arguments) &&
    node.arguments.slice(0, -1).some(({ type }: Node) => type === 'SpreadElement')) ||
    spreads(node.callee) ||
    spreads(node.object));
