import { expect, type Page, test } from '@playwright/test';
import { type LineupServer, startServer } from './lineup-server.ts';

let server: LineupServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const schedule = new URL('../data/schedule-2026-11-21.csv', import.meta.url).pathname;
/** What a second screen may take to show what was done on the first. */
const soon = { timeout: 1_000 };
/** Back-off and a start of the server. */
const afterRestart = { timeout: 15_000 };

test('a new manager sets up a day, and a second person sees each step', async ({ browser }) => {
  const first = await browser.newPage({ viewport: { width: 1024, height: 768 } });
  await register(first, 'maria', 'gutiérrez');

  await test.step('without a team there are two ways on; the sample opens on its day view', async () => {
    await expect(first.getByText('No teams available')).toBeVisible();
    await first.getByLabel('Team Name').fill('Maple & 4th');
    await first.getByLabel('Areas').first().fill('Front of House');
    await first.getByText('Start with a sample restaurant').click();
    await first.getByRole('button', { name: 'Create Team' }).click();
    await expect(first).toHaveURL(`${server.address}/`);
    await expect(first.getByRole('heading', { name: 'Drive-Thru' })).toBeVisible();
  });

  await test.step('a new layout from the sample template', async () => {
    await first.goto(`${server.address}/layouts`);
    await first.getByRole('link', { name: 'New Layout' }).click();
    await first.getByLabel('Date').fill('2026-11-21');
    await first.getByLabel('Template').selectOption({ index: 1 });
    await first.getByRole('button', { name: 'Create' }).click();
    await expect(first).toHaveURL(`${server.address}/editor/overview`);
  });

  await test.step('the schedule comes in whole', async () => {
    await first.getByRole('link', { name: 'Shifts', exact: true }).click();
    await first.getByRole('link', { name: 'Import CSV' }).click();
    await first.getByLabel('Schedule file').setInputFiles(schedule);
    await expect(first.getByText('43 rows read: 42 shifts on 11/21/2026')).toBeVisible();
    await expect(first.getByText('Row 44')).toBeVisible();
    await first.getByRole('button', { name: 'Import 42 shifts' }).click();
    await expect(first).toHaveURL(`${server.address}/editor/shifts`);
    await expect(first.getByRole('row')).toHaveCount(43);
  });

  const second = await test.step('a second person joins by the link', async () => {
    await first.goto(`${server.address}/team`);
    await first.getByRole('button', { name: 'Invite' }).click();
    await first.getByRole('button', { name: 'Make link' }).click();
    const link = await first.getByLabel('Invite link').inputValue();
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 } });
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('link', { name: 'Register' }).click();
    await fillRegistration(page, 'jordan', 'mendoza');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.goto(`${server.address}/layouts`);
    await page.getByLabel('Date').fill('2026-11-21');
    await page.getByRole('button', { name: 'Select' }).first().click();
    await page.goto(`${server.address}/editor/rotations`);
    return page;
  });

  await first.goto(`${server.address}/editor/rotations`);
  for (const page of [first, second]) await page.getByRole('button', { name: /Lunch/ }).click();

  await test.step('ten people placed by tapping', async () => {
    for (let index = 0; index < 10; index++) {
      const { name, position } = await next(first);
      await card(first, name).click();
      await target(first, position).click();
      await expect(target(second, position)).toContainText(shortOf(name), soon);
    }
  });

  await test.step('the server is restarted in the middle, and both go on by themselves', async () => {
    await server.kill();
    const { name, position } = await next(first);
    await card(first, name).click();
    await target(first, position).click();
    await expect(target(first, position)).toContainText(shortOf(name), soon);
    await server.start();
    await expect(target(second, position)).toContainText(shortOf(name), afterRestart);
  });

  await test.step('five by keyboard', async () => {
    for (let index = 0; index < 5; index++) {
      const { name, position } = await next(first);
      await card(first, name).focus();
      await first.keyboard.press('Enter');
      await target(first, position).focus();
      await first.keyboard.press('Enter');
      await expect(target(second, position)).toContainText(shortOf(name), soon);
    }
  });

  await test.step('one by dragging', async () => {
    const { name, position } = await next(first);
    await drag(first, card(first, name), target(first, position));
    await expect(target(second, position)).toContainText(shortOf(name), soon);
  });

  await test.step('a break starts on every screen', async () => {
    for (const page of [first, second]) {
      await page.goto(`${server.address}/`);
      await page.getByRole('button', { name: /Lunch/ }).click();
    }
    const slot = first.getByRole('button', { name: /break 1: not taken/ }).first();
    const label = (await slot.getAttribute('aria-label')) ?? '';
    await slot.click();
    const running = new RegExp(label.replace('not taken', 'running'));
    await expect(first.getByRole('button', { name: running })).toBeVisible(soon);
    await expect(second.getByRole('button', { name: running })).toBeVisible(soon);
  });
});

async function register(page: Page, firstName: string, lastName: string) {
  await page.goto(`${server.address}/`);
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('link', { name: 'Need to register?' }).click();
  await fillRegistration(page, firstName, lastName);
}

async function fillRegistration(page: Page, firstName: string, lastName: string) {
  await page.getByLabel('First Name').fill(firstName);
  await page.getByLabel('Last Name').fill(lastName);
  await page.getByLabel('Email').fill(`${firstName}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Confirm Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Register' }).click();
}

/** The first unassigned person and the first open position. */
async function next(page: Page): Promise<{ name: string; position: string }> {
  const name = await page.locator('[data-shift-card]').first().getAttribute('data-name');
  const position = await page.locator('[data-position][data-open]').first().getAttribute('data-position');
  return { name: name ?? '', position: position ?? '' };
}

const card = (page: Page, name: string) => page.locator(`[data-shift-card][data-name="${name}"]`);
const target = (page: Page, position: string) => page.locator(`[data-position="${position}"]`);
const shortOf = (name: string) => name.replace(/ (\S)\S*$/, ' $1.');

async function drag(page: Page, from: ReturnType<typeof card>, to: ReturnType<typeof target>) {
  await to.scrollIntoViewIfNeeded();
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (!a || !b) throw new Error('nothing to drag, or nowhere to drop it');
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 12 });
  await page.mouse.up();
}
