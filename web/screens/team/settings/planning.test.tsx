import type { Team } from '../../../../domain/team/team.ts';
import { expect, openTeam, type Page, read, test } from '../../../../test/page/restaurant.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const planningOf = async (page: Page, team: string) =>
  (await read<Team>(page.context(), team, team)).planning;

test('[LW1] [LW2] a manager names where the restaurant is and reads its rows, with what nobody verified', async ({
  page,
}) => {
  const { team } = await openTeam(page, {});
  await page.goto('/team');
  const law = card(page, 'Break Law');
  await expect(law.getByRole('listitem')).toHaveCount(0);
  await law.getByLabel('Where the restaurant is').selectOption('NY');
  await expect.poll(() => planningOf(page, team)).toEqual({ jurisdiction: 'NY' });
  await expect(law.getByRole('listitem')).toHaveCount(3);
  const [noon, late] = [law.getByRole('listitem').first(), law.getByRole('listitem').last()];
  await expect(noon).toContainText('Meal, 30 min');
  await expect(noon).toContainText('shifts over 6 h · that go on from 11:00 AM to 2:00 PM');
  await expect(noon).toContainText('N.Y. Labor Law 162(2). Text read 11/29/2026');
  await expect(noon.getByText('Not verified')).toHaveCount(0);
  await expect(late.getByText('Not verified')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => planningOf(page, team)).toBeUndefined();
  await expect(law.getByRole('listitem')).toHaveCount(0);
});

test('[LW4] a manager chooses variety, rush hours and how many may be on break, each with its sentence', async ({
  page,
}) => {
  const { team } = await openTeam(page, {});
  await page.goto('/team');
  await page.getByLabel('Stations').selectOption('stay');
  await expect(page.getByText('A plan keeps people at their station.')).toBeVisible();
  const rush = card(page, 'Rush Hours');
  await rush.getByLabel('From').fill('11:30 AM');
  await rush.getByRole('button', { name: 'Add Rush Hours' }).click();
  await expect(rush.getByText('Enter a time, such as 3:30 PM.')).toBeVisible();
  await rush.getByLabel('To').fill('1:30 PM');
  await rush.getByRole('button', { name: 'Add Rush Hours' }).click();
  await expect(rush.getByText('11:30 AM to 1:30 PM', { exact: true })).toBeVisible();
  const out = card(page, 'On Break at Once');
  await out.getByLabel('Subarea').fill('Kitchen');
  await out.getByLabel('People at once').fill('0');
  await out.getByRole('button', { name: 'Add Limit' }).click();
  await expect(out.getByText('Enter a whole number of people from 1 to 99.')).toBeVisible();
  await expect(out.getByLabel('Subarea')).toHaveValue('Kitchen');
  await out.getByLabel('People at once').fill('2');
  await out.getByRole('button', { name: 'Add Limit' }).click();
  await expect(out.getByText('2 people at once')).toBeVisible();
  await expect
    .poll(() => planningOf(page, team))
    .toEqual({
      variety: 'stay',
      rush: [{ startTime: '11:30 AM', endTime: '1:30 PM' }],
      outCap: { Kitchen: 2 },
    });
  await rush.getByRole('button', { name: 'Delete 11:30 AM to 1:30 PM' }).click();
  await out.getByRole('button', { name: 'Delete Kitchen' }).click();
  await expect.poll(() => planningOf(page, team)).toEqual({ variety: 'stay' });
});
