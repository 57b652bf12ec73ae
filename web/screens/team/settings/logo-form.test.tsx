import type { Team } from '../../../../domain/team/team.ts';
import { expect, openTeam, type Page, read, test } from '../../../../test/page/restaurant.ts';

const logo = (page: Page) => page.getByRole('form', { name: 'Logo' });
const teamOf = (page: Page, team: string) => read<Team>(page.context(), team, team);

test('[TE15] an https address works as a logo; if it doesn’t load, the icon shows', async ({ page }) => {
  const { team } = await openTeam(page, {});
  await page.goto('/team');
  const address = logo(page).getByLabel('Logo URL');
  const send = logo(page).getByRole('button', { name: 'Save', exact: true });
  for (const typed of [
    'http://example.com/a.png',
    'javascript:alert(1)',
    'https://',
    'data:image/png;base64,AA',
    `https://example.com/${'x'.repeat(10_000)}`,
    'https://exa mple.com/‮gnp.exe',
  ]) {
    await address.fill(typed);
    await send.click();
    await expect(logo(page).locator('.field__error')).toHaveText(
      'Enter an https address without a user name or password.',
    );
    await expect(address).toBeFocused();
    await expect(address).toHaveValue(typed);
  }
  await address.fill(' https://pictures.invalid/logo.png ');
  await send.click();
  await expect.poll(() => teamOf(page, team)).toMatchObject({ logoUrl: 'https://pictures.invalid/logo.png' });
  const source = `/api/teams/${team}/logo/linked?address=https%3A%2F%2Fpictures.invalid%2Flogo.png`;
  await expect(page.locator('.header__logo img')).toHaveAttribute('src', source);
  await expect(logo(page).getByText('Current logo')).toBeVisible();
  // as a browser says that a picture didn't load
  for (const picture of [page.locator('.header__logo img'), logo(page).getByRole('img', { name: 'Logo' })]) {
    await picture.evaluate((img) => img.dispatchEvent(new Event('error')));
  }
  await expect(logo(page).getByText('This image doesn’t load')).toBeVisible();
  await expect(page.locator('.header__logo svg')).toBeVisible();
  await expect(page.locator('.header__logo img')).toHaveCount(0);
  await address.fill('');
  await send.click();
  await expect.poll(() => teamOf(page, team)).toMatchObject({ logoUrl: null });
});
