import type { Layout } from '../../../../domain/day/layout.ts';
import {
  atPage,
  createLayout,
  expect,
  lunch,
  openTeam,
  read,
  remember,
  test,
} from '../../../../test/page/restaurant.ts';

const dinner = { ...lunch, id: 'dinner', name: 'Dinner', startTime: '5:00 PM', endTime: '1:00 AM' };

test('[T7] [T16] a shift time without AM or PM is inferred from the day, or asked about', async ({
  page,
}) => {
  const { team } = await openTeam(page, {});
  // a Saturday, open from 8 AM to 1 AM
  const rotations = [{ ...lunch, startTime: '8:00 AM' }, dinner];
  const layout = await createLayout(page.context(), team, { rotations });
  remember(page, { team, layout });
  await page.goto('/editor/shifts/add');
  const start = page.getByLabel('Start Time');
  const end = page.getByLabel('End Time');
  const save = page.getByRole('button', { name: 'Save' });
  await expect(start).not.toHaveAttribute('placeholder');
  await expect(page.getByText('e.g. 9:00 AM')).toBeVisible();

  await page.getByLabel('Name').fill('Chloe Davis');
  await start.fill('5:15');
  await end.fill('9:30');
  await expect(page.getByText('5:15–9:30 PM, 4 h 15 min')).toBeVisible();

  await start.fill('11');
  await expect(end, 'what is clear is written out').toHaveValue('9:30 PM');
  await end.fill('7');
  await save.click();
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  const shifts = async () => (await read<Layout>(page.context(), team, layout)).shifts;
  await expect.poll(shifts).toMatchObject([{ startTime: '11:00 AM', endTime: '7:00 PM' }]);

  await page.getByRole('link', { name: 'Edit Chloe Davis' }).click();
  await start.fill('8');
  await end.fill('11');
  await expect(page.getByText('AM or PM?')).toBeVisible();
  await save.click();
  await expect(end).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Choose the right times below.')).toBeVisible();
  await page.getByRole('button', { name: '8:00–11:00 PM' }).click();
  await expect(end).toHaveValue('11:00 PM');
  await expect(end).not.toHaveAttribute('aria-invalid');
  await save.click();
  await expect.poll(shifts).toMatchObject([{ startTime: '8:00 PM', endTime: '11:00 PM' }]);

  await page.getByRole('link', { name: 'Edit Chloe Davis' }).click();
  await start.fill('9:00 AM');
  await end.fill('5:00 AM');
  await expect(page.getByText('20 hours, ends Sunday. Did you mean 5:00 PM?')).toBeVisible();
  await page.getByRole('button', { name: 'Keep 20 hours' }).click();
  await save.click();
  await expect.poll(shifts).toMatchObject([{ startTime: '9:00 AM', endTime: '5:00 AM' }]);

  // stored times aren't questioned again
  await page.getByRole('link', { name: 'Edit Chloe Davis' }).click();
  await expect(page.getByText('20 hours, ends Sunday')).toBeVisible();
  await expect(page.getByText('Did you mean')).toHaveCount(0);
  await page.getByLabel('Name').fill('Chloe Davis-Ng');
  await save.click();
  await expect.poll(shifts).toMatchObject([{ teamMember: 'Chloe Davis-Ng', endTime: '5:00 AM' }]);
});
