import { expect, type Page } from '@playwright/test';
import type { Team } from '../../../domain/team/team.ts';
import { noise } from '../../pictures.ts';
import { look, phone, resize } from '../look.ts';
import { openTeam, read, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const logo = (page: Page) => page.getByRole('form', { name: 'Logo' });
const teamOf = (page: Page, team: string) => read<Team>(page.context(), team, team);
const notALogo = 'Choose a PNG, JPEG, WebP, or GIF image, up to 4096 pixels per side.';

/** A single red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('[TE15] a logo is previewed, uploaded, and removed with Undo', async ({ page }) => {
  const { team } = await openTeam(page, {});
  await page.goto('/team');
  const file = logo(page).getByLabel('Upload logo');
  const error = logo(page).locator('.field__error');
  for (const [name, mimeType, buffer, sentence] of [
    ['menu.pdf', 'application/pdf', png, notALogo],
    ['logo.svg', 'image/svg+xml', Buffer.from('<svg/>'), notALogo],
    ['not.png', 'image/png', Buffer.from('MZ'), notALogo],
    ['empty.png', 'image/png', Buffer.alloc(0), notALogo],
    ['large.png', 'image/png', Buffer.alloc(512_001), notALogo],
  ] as const) {
    await file.setInputFiles({ name, mimeType, buffer });
    await expect(error).toHaveText(sentence);
    await expect(file).toHaveAttribute('aria-invalid', 'true');
  }
  await file.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: png });
  await expect(error).toHaveCount(0);
  await expect(logo(page).getByText('Not saved yet')).toBeVisible();
  await expect(logo(page).getByRole('img', { name: 'Logo' })).toHaveAttribute('src', /^data:image\/png/);
  await look(page, 'Logo');
  expect((await teamOf(page, team)).logoUrl).toBeNull();
  await logo(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Logo saved')).toBeVisible();
  const drawn = page.locator('.header__logo img');
  await expect.poll(() => drawn.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  expect((await teamOf(page, team)).logoUrl).toMatch(/^\/api\/teams\//);

  await logo(page).getByRole('button', { name: 'Remove Logo' }).click();
  await expect(page.locator('.header__logo svg')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(drawn).toBeVisible();
});

test('[TE11] a large image is resized, stays transparent, and keeps its aspect ratio', async ({ page }) => {
  const { team } = await openTeam(page, {});
  await page.goto('/team');
  const large = noise(1200, 300);
  expect(large.length).toBeGreaterThan(512_000);
  await logo(page)
    .getByLabel('Upload logo')
    .setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: large });
  await expect(logo(page).getByText('Not saved yet')).toBeVisible();
  await logo(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Logo saved')).toBeVisible();
  const drawn = page.locator('.header__logo img');
  await expect.poll(() => drawn.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1024);
  const alpha = await drawn.evaluate((img: HTMLImageElement) => {
    const canvas = document.createElement('canvas');
    const brush = canvas.getContext('2d');
    brush?.drawImage(img, 0, 0);
    return brush?.getImageData(5, 5, 1, 1).data[3];
  });
  expect(alpha).toBeLessThan(250);
  const { logoUrl } = await teamOf(page, team);
  expect((await (await page.request.get(logoUrl ?? '')).body()).length).toBeLessThanOrEqual(512_000);

  expect(await drawn.boundingBox()).toMatchObject({ width: 176, height: 44 });
  await page.goto('/');
  await resize(page, phone);
  expect((await drawn.boundingBox())?.width).toBe(80);
  await look(page, 'a wide logo');
});
