import { formats } from '../../client/words/formats.ts';
import type { Page } from '../../test/page/page.ts';
import {
  createTeam,
  expect,
  openTeam,
  password,
  register,
  remember,
  test,
} from '../../test/page/restaurant.ts';

const spoken = () => document.documentElement.lang;
// every label of it is the same select, whatever the page is in
const choice = (page: Page) => page.getByLabel(/^(Language|Idioma|Langue|Sprache)$/);

async function signIn(page: Page, email: string) {
  await page.goto('/login');
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}

test('[L6] [L7] pages are in the person’s language, then in the device’s again', async ({ page }) => {
  const { email } = await register(page.context());
  await page.goto('/account');
  await expect(choice(page)).toHaveValue('');
  await choice(page).selectOption('es');
  await expect.poll(spoken).toBe('es');
  await page.reload();
  await expect.poll(spoken).toBe('es');
  await expect(choice(page)).toHaveValue('es');
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect.poll(spoken).toBe('en');

  await page.goto('/login');
  await choice(page).selectOption('fr');
  await expect.poll(spoken).toBe('fr');
  await signIn(page, email);
  await expect.poll(spoken).toBe('es');
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect.poll(spoken).toBe('fr');
});

test('[L5] a manager chooses how times and dates are written, also for the first look at a page', async ({
  page,
}) => {
  const { team } = await openTeam(page, {});
  await page.goto('/team');
  const start = page.getByLabel('Business day starts');
  await expect(start).toHaveValue('4:00 AM');
  const card = page.getByRole('form', { name: 'Times and Dates' });
  await card.getByLabel('Time format').selectOption('15:30');
  await card.getByLabel('Date format').selectOption('31.12.2026');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(start).toHaveValue('4:00');
  await start.fill('5');
  await page.getByRole('form', { name: 'Settings' }).getByRole('button', { name: 'Save' }).click();
  await expect(start).toHaveValue('5:00');
  await page.goto('/team/history');
  await expect(
    page.getByText('changed how times are written from 3:30 PM to 15:30 and how dates'),
  ).toBeVisible();

  await page.context().setOffline(true);
  formats.set({ clock: 'h:mm AM/PM', date: 'M/D/YYYY' });
  await page.reload();
  await expect.poll(() => formats.get()).toEqual({ clock: 'H:mm', date: 'D.M.YYYY' });
  await page.context().setOffline(false);

  const other = await createTeam(page.context(), {});
  remember(page, other);
  expect(other.team).not.toBe(team);
  await page.goto('/team');
  await expect(start).toHaveValue('4:00 AM');
});
