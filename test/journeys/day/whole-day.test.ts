import { expect, type Locator, type Page } from '@playwright/test';
import { drag } from '../drag.ts';
import { type LineupServer, startServer } from '../lineup-server.ts';
import { atPage, ON_POSTGRES, test } from '../restaurant.ts';

let server: LineupServer;
test.beforeAll(async ({ engine }) => {
  server = await startServer({ engine });
});
test.afterAll(() => server.stop());

const schedule = new URL('../../data/schedule-2026-11-21.csv', import.meta.url).pathname;

test('a new manager sets up a day', ON_POSTGRES, async ({ browser }) => {
  const first = await browser.newPage({ viewport: { width: 1024, height: 768 } });
  await register(first, 'maria', 'gutiérrez');

  await test.step('create a team with the sample; its day view opens', async () => {
    await expect(first.getByText('No teams available')).toBeVisible();
    await first.getByLabel('Team Name').fill('Maple & 4th');
    await first.getByText('Areas, breaks, and time zone').click();
    await first.getByLabel('Areas').fill('Front of House, Kitchen');
    await first.getByText('Start with a sample restaurant').click();
    await first.getByRole('button', { name: 'Create Team' }).click();
    await expect(first).toHaveURL(atPage('/'));
    await expect(first.getByRole('heading', { name: 'Drive-Thru' })).toBeVisible();
  });

  await test.step('a new layout from the sample template', async () => {
    await first.goto(`${server.address}/layouts`);
    await first.getByRole('link', { name: 'New Layout' }).click();
    await first.getByLabel('Date').fill('2026-11-21');
    await first.getByLabel('Template').selectOption({ index: 1 });
    await first.getByRole('button', { name: 'Create' }).click();
    await expect(first).toHaveURL(atPage('/editor/overview'));
  });

  await test.step('import the schedule', async () => {
    await first.getByRole('link', { name: 'Shifts', exact: true }).click();
    await first.getByRole('link', { name: 'Import File' }).click();
    await first.getByLabel('Schedule file').setInputFiles(schedule);
    await expect(first.getByText('42 new shifts for Sat 11/21. 1 row skipped.')).toBeVisible();
    await expect(first.getByText('Row 44')).toBeVisible();
    await first.getByRole('button', { name: 'Import 42 shifts' }).click();
    await expect(first).toHaveURL(atPage('/editor/shifts'));
    await expect(first.getByRole('row')).toHaveCount(43);
  });

  const second = await test.step('a second person joins by the link', async () => {
    await first.goto(`${server.address}/team`);
    await first.getByRole('button', { name: 'Invite' }).click();
    const link = await first.getByLabel('Invite link', { exact: true }).inputValue();
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 } });
    const page = await context.newPage();
    await page.goto(link);
    await fillRegistration(page, 'jordan', 'mendoza');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: 'Yes, that’s me' }).click();
    await expect(page).toHaveURL(/\/layouts/);
    // on the schedule's date there is also the sample's layout
    const texts = await (await layoutRows(first)).allTextContents();
    const index = texts.findIndex((text) => text.includes('Selected'));
    await (await layoutRows(page))
      .nth(index)
      .getByRole('button', { name: /^Select/ })
      .click();
    await expect(page).toHaveURL(atPage('/'));
    await page.goto(`${server.address}/editor/rotations`);
    return page;
  });

  await first.goto(`${server.address}/editor/rotations`);
  for (const page of [first, second]) await page.getByRole('button', { name: /Lunch/ }).click();

  await test.step('assign ten people by tapping', async () => {
    for (let index = 0; index < 10; index++) {
      const person = cards(first).first();
      await person.click();
      const seat = await firstOpen(first);
      await seat.target.click();
      await expect(seatOf(second, seat)).toBeVisible();
    }
  });

  await test.step('the server is killed and restarted, and both pages reconnect', async () => {
    await server.kill();
    await cards(first).first().click();
    const seat = await firstOpen(first);
    await seat.target.click();
    await expect(seatOf(first, seat)).toBeVisible();
    await server.start();
    await expect(seatOf(second, seat)).toBeVisible();
  });

  await test.step('assign five by keyboard', async () => {
    await cards(first).first().focus();
    for (let index = 0; index < 5; index++) {
      await first.keyboard.press('Enter');
      const seat = await firstOpen(first);
      await seat.target.focus();
      await first.keyboard.press('Enter');
      await expect(seatOf(second, seat)).toBeVisible();
      await expect(first.locator('button.shift-card:focus')).toBeVisible();
    }
  });

  await test.step('assign one by dragging', async () => {
    const person = cards(first).first();
    const name = await nameOn(person);
    const open = first.locator('.positions__row--open').first();
    const position = (await open.locator('.positions__name').textContent()) ?? '';
    await drag(first, person, open);
    await expect(seatOf(second, { name, position })).toBeVisible();
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
    await expect(first.getByRole('button', { name: running })).toBeVisible();
    await expect(second.getByRole('button', { name: running })).toBeVisible();
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

/** The layouts of the schedule's date on /layouts. */
async function layoutRows(page: Page): Promise<Locator> {
  await page.goto(`${server.address}/layouts?date=2026-11-21`);
  const rows = page.locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  return rows;
}

/** The unassigned people of the rotation. */
const cards = (page: Page) => page.locator('button.shift-card');
const nameOn = async (card: Locator) => (await card.locator('.shift-card__name').textContent()) ?? '';

/** With someone selected: the first open position and the person to assign. */
async function firstOpen(page: Page) {
  const target = page.getByRole('listitem').filter({ hasText: 'Tap to place' }).first().getByRole('button');
  const label = (await target.getAttribute('aria-label')) ?? '';
  const [, name = '', position = ''] = /^Place (.+) on (.+), .+$/.exec(label) ?? [];
  return { target: page.getByRole('button', { name: label, exact: true }), name, position };
}

const seatOf = (page: Page, { name, position }: { name: string; position: string }) =>
  page.getByRole('button', { name: `remove ${name} from ${position}` });
