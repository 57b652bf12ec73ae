import { expect, type Page } from '@playwright/test';
import { desk, look, lookAt, phone, resize, tablet } from '../look.ts';
import { ofATemplate, ofTheDay, ofTheTeam, openSample, type Place, visit } from '../places.ts';
import {
  change,
  createLayout,
  createTeam,
  createTemplate,
  lunch,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

/** Forms that look the same without data: checked with the sample only. */
const alike = ['/templates/setup', '/account', '/start', '/editor/shifts/add', '/editor/shifts/import'];
const thatChange = (places: readonly Place[]) =>
  places.filter(([path]) => !alike.includes(path) && !path.endsWith('/rotations/add'));

test('the first pages of a new team', async ({ page }) => {
  await register(page.context());
  await page.goto('/start');
  await page.getByLabel('Team Name').fill('Maple & 4th');
  await page.getByRole('button', { name: 'Create Team' }).click();
  await expect(page.getByRole('region', { name: 'Set Up Your Team' })).toContainText('1 of 6 done');
  await lookAt(page, { what: 'the steps', viewport: phone, colorScheme: 'dark' });
  await page.getByRole('link', { name: 'Edit Templates', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Templates' })).toBeAttached();

  const team = await page.evaluate(() => localStorage.getItem('selectedTeam') ?? '');
  const names = ['Register', 'Expo', 'Grill', 'Fryer', 'Bagger', 'Order Runner'];
  const subareas = names.map((name) => ({
    id: name,
    name: `${name} Side`,
    positions: names.map((each) => ({ id: `${name} ${each}`, name: each, seats: [] })),
  }));
  const rotations = Array.from({ length: 8 }, (_, index) => ({
    ...lunch,
    ...{ id: `r${index}`, name: `Rotation ${index + 1}`, subareas },
  }));
  const template = await createTemplate(page.context(), team, { rotations });
  await page.goto(`/templates/${template}/rotations/0/add`);
  await page.getByLabel('Subarea Name').fill('Drive-Thru\tKitchen\nWindow\tFryer, Prep\nRunner');
  await expect(page.getByText('To add: 2 subareas, 4 positions')).toBeVisible();
  await lookAt(page, { what: 'a pasted list', viewport: phone, colorScheme: 'light' });

  await page.goto(`/templates/${template}/rotations`);
  await page.getByRole('heading', { level: 2 }).nth(2).getByRole('button').click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
  await look(page, 'a rotation, opened');
  await page.getByRole('button', { name: 'Reorder' }).click();
  await expect(page.getByRole('button', { name: 'Move Grill down' }).first()).toBeVisible();
  await look(page, 'another order');

  const people = ['Chloe Davis', 'Ana Price'].map((name) => shiftOf(name, { startTime: '5:00 AM' }));
  const layout = await createLayout(page.context(), team, { shifts: [...people, shiftOf('Liam Park')] });
  await change(page.context(), team, layout, {
    ...{ type: 'break.press', shift: people[0]?.id ?? '', slot: 0, wants: 'start' },
    ...{ at: Date.now() - 33 * 60_000, by: null },
  });
  await page.goto(`/?team=${team}&layout=${layout}`);
  await expect(page.locator('.break-slot--over')).toContainText('late');
  await look(page, 'breaks that are due and late');
});

test('empty pages', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  await remember(page, { team });
  await check(page, thatChange(ofTheTeam));
  const template = await createTemplate(page.context(), team, { rotations: [] });
  const layout = await createLayout(page.context(), team, { rotations: [] });
  await remember(page, { team, layout });
  await check(page, thatChange([...ofTheDay, ...ofATemplate(template)]));
});

test('menus, dialogs and messages', async ({ page }) => {
  await openSample(page);
  await page.goto('/');
  await page
    .getByRole('button', { name: /break 1: not taken/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /break 1: not taken/ })
    .nth(1)
    .click();
  await page
    .getByRole('button', { name: /break 1: running/ })
    .first()
    .click();
  await look(page, 'breaks in each state');
  await page.getByRole('button', { name: 'Team menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Manage Team' })).toBeVisible();
  await look(page, 'the team menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await lookAt(page, { what: 'palette, all of it', viewport: phone, colorScheme: 'light' });
  for (const [key, presses] of [
    ['ArrowDown', 12],
    ['ArrowUp', 11],
  ] as const) {
    for (let press = 0; press < presses; press++) await page.keyboard.press(key);
    await expect.poll(() => page.locator('.palette__item[data-focused]').evaluate(isInSight)).toBe(true);
  }
  await page.keyboard.type('amara');
  await expect(page.getByRole('menuitem').first()).toHaveText(/^Amara Nwosu/);
  await lookAt(page, { what: 'palette', viewport: tablet, colorScheme: 'light' });
  await lookAt(page, { what: 'palette', viewport: phone, colorScheme: 'dark' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await lookAt(page, { what: 'keys', viewport: phone, colorScheme: 'light' });
  await page.keyboard.press('Escape');
  await resize(page, desk);

  await page.goto('/editor/rotations');
  await page.getByRole('button', { name: /Hiro Tanaka/ }).click();
  await look(page, 'somebody selected');
  // who is unassigned stands beside the positions
  const waiting = await page.getByRole('complementary', { name: 'Unassigned' }).boundingBox();
  const first = await page.locator('.target').first().boundingBox();
  expect((waiting?.x ?? 0) + (waiting?.width ?? 0)).toBeLessThan(first?.x ?? 0);

  await page.goto('/editor/shifts/add');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await look(page, 'a form with a sentence at its field');

  await page.goto('/editor/overview');
  await page.getByRole('button', { name: 'Link' }).click();
  await expect(page.getByRole('dialog', { name: 'Link' })).toBeVisible();
  await look(page, 'the dialog of a link');
});

test('buttons are at least 48 px high on the day view and rotations, 44 px elsewhere', async ({ page }) => {
  await page.setViewportSize(phone);
  await openSample(page);
  for (const [path, least] of [
    ['/', 48],
    ['/editor/rotations', 48],
    ['/editor/shifts', 44],
    ['/editor/plan', 44],
    ['/layouts', 44],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(page.locator('main button').first()).toBeAttached();
    const small = await page
      .locator('main button:visible')
      .evaluateAll(
        (buttons, height) =>
          buttons
            .filter((button) => button.getBoundingClientRect().height < height)
            .map((button) => button.getAttribute('aria-label') ?? button.textContent),
        least,
      );
    expect(small, path).toEqual([]);
  }
});

async function check(page: Page, places: readonly Place[]) {
  await visit(page, places, (path) => look(page, path));
}

/** Runs in the page. */
function isInSight(element: Element): boolean {
  const { left, top, bottom } = element.getBoundingClientRect();
  return [top + 3, bottom - 3].every((y) => element.contains(document.elementFromPoint(left + 20, y)));
}
