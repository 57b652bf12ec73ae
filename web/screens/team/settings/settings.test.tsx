import type { Team } from '../../../../domain/team/team.ts';
import {
  change,
  expect,
  type Locator,
  openTeam,
  type Page,
  read,
  test,
} from '../../../../test/page/restaurant.ts';

const settings = (page: Page) => page.getByRole('form', { name: 'Settings' });
const save = (page: Page) => settings(page).getByRole('button', { name: 'Save', exact: true });
const teamOf = (page: Page, team: string) => read<Team>(page.context(), team, team);
const tooLong = 'That name is too long. Use 100 characters or fewer.';

test('[TE2] a manager edits the settings by keyboard; only changes are sent', async ({ page }) => {
  const { team } = await openTeam(page, {});
  await page.goto('/team');
  await settings(page).getByLabel('Team Name').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Oak Street');
  await page.keyboard.press('Tab');
  await page.keyboard.type('240');
  await page.keyboard.press('Tab');
  await page.keyboard.type('20');
  await page.keyboard.press('Tab');
  await page.keyboard.type('5a');
  await page.keyboard.press('Tab');
  const zone = settings(page).getByLabel('Time zone');
  await expect(zone).toBeFocused();
  await zone.selectOption('America/Denver');
  await page.keyboard.press('Tab');
  await expect(save(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(save(page), 'focus stays').toBeFocused();
  const edited = {
    name: 'Oak Street',
    breakMinMinutes: 240,
    breakTimerMinutes: 20,
    dayStart: '5:00 AM',
    timeZone: 'America/Denver',
  };
  await expect.poll(() => teamOf(page, team)).toMatchObject(edited);
  await expect(page.locator('header')).toContainText('Oak Street');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => teamOf(page, team)).toMatchObject({ name: 'Maple & 4th', breakMinMinutes: 300 });

  const before = await versionOf(page, team);
  await settings(page).getByLabel('Team Name').fill('Elm');
  await save(page).click();
  await expect.poll(() => versionOf(page, team)).toBe(before + 1);
  await save(page).click();
  await expect(page.locator('header')).toContainText('Elm');
  expect(await versionOf(page, team), 'nothing changed, nothing sent').toBe(before + 1);
});

test('a colleague’s changes appear in untouched fields, and aren’t overwritten without a warning', async ({
  page,
}) => {
  const { team } = await openTeam(page, {});
  await page.goto('/team');
  const name = settings(page).getByLabel('Team Name');
  await name.fill('Mine');
  const theirs: Pick<Team, 'breakMinMinutes' | 'breakTimerMinutes'> = {
    breakMinMinutes: 200,
    breakTimerMinutes: 15,
  };
  await change(page.context(), team, team, { type: 'team.breaks', ...theirs });
  await expect(settings(page).getByLabel('Break length (minutes)')).toHaveValue('15');
  await expect(name).toHaveValue('Mine');
  await expect(page.getByText(/Someone else changed/)).toHaveCount(0);

  await change(page.context(), team, team, { type: 'team.rename', name: 'Theirs' });
  const notice = page.getByText('Someone else changed Team Name to “Theirs”. Saving replaces their change.');
  await expect(notice).toBeVisible();
  await expect(name).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Use Theirs' }).click();
  await expect(name).toHaveValue('Theirs');
  await expect(notice).toHaveCount(0);

  await name.fill('Mine again');
  await save(page).click();
  await expect.poll(() => teamOf(page, team)).toMatchObject({ name: 'Mine again', ...theirs });
});

test('[TE4] areas can be added, renamed and deleted, with Undo; the last one can’t be deleted', async ({
  page,
}) => {
  const { team } = await openTeam(page, {});
  await page.goto('/team');
  const areasOf = async () => (await teamOf(page, team)).areas;
  const fresh = page.getByLabel('New area');
  const add = page.getByRole('button', { name: 'Add Area' });
  for (const [typed, sentence] of [
    ['  ', 'Enter a name.'],
    ['Kitchen', 'That name is already taken. Enter a different one.'],
    ['x'.repeat(10_000), tooLong],
  ] as const) {
    await fresh.fill(typed);
    await add.click();
    await expectAt(fresh, sentence);
    await expect(fresh).toHaveValue(typed);
  }
  await fresh.fill(' Drive-Thru 🚗 ');
  await fresh.press('Enter');
  await expect.poll(areasOf).toEqual(['Front of House', 'Kitchen', 'Drive-Thru 🚗']);
  await expect(fresh).toHaveValue('');

  await page.getByRole('button', { name: 'Rename Kitchen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename Kitchen' });
  await expect(dialog.getByLabel('Area')).toBeFocused();
  await dialog.getByLabel('Area').fill('Front of House');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectAt(dialog.getByLabel('Area'), 'That name is already taken. Enter a different one.');
  await dialog.getByLabel('Area').fill('Back of House');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(areasOf).toEqual(['Front of House', 'Back of House', 'Drive-Thru 🚗']);

  await page.getByRole('button', { name: 'Rename Back of House' }).click();
  await change(page.context(), team, team, { type: 'area.delete', area: 'Back of House' });
  await expect(page.getByRole('button', { name: 'Rename Back of House' })).toHaveCount(0);
  const open = page.getByRole('dialog');
  await open.getByLabel('Area').fill('Grill');
  await open.getByRole('button', { name: 'Save' }).click();
  await expectAt(open.getByLabel('Area'), 'This item no longer exists. It may have been deleted.');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Delete Front of House' }).click();
  await expect(page.getByRole('button', { name: 'Delete Drive-Thru 🚗' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('A team needs at least one area.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(areasOf).toEqual(['Front of House', 'Drive-Thru 🚗']);
});

async function versionOf(page: Page, team: string): Promise<number> {
  return (await (await page.context().request.get(`/api/teams/${team}/documents/${team}`)).json()).version;
}

async function expectAt(field: Locator, sentence: string | RegExp) {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field.page().locator('.field__error')).toHaveText(sentence);
  await expect(field).toHaveAccessibleDescription(new RegExp(`${end(sentence)}`));
}

const end = (sentence: string | RegExp) =>
  typeof sentence === 'string' ? sentence.replace(/[.?*+^$[\]\\(){}|]/g, '\\$&') : sentence.source;
