import { expect, type Page } from '@playwright/test';
import { type Crew, crewDocument } from '../../../domain/crew/crew.ts';
import { tablet } from '../look.ts';
import {
  createLayout,
  createTeam,
  lunch,
  post,
  read,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const pins = { Maria: '2580', Bo: '1937' };

async function unlock(kiosk: Page, name: keyof typeof pins) {
  const asked = kiosk.getByRole('dialog');
  await asked.getByRole('button', { name: `${name} Lee` }).tap();
  for (const digit of pins[name]) await asked.getByRole('button', { name: digit, exact: true }).tap();
  await asked.getByRole('button', { name: 'Unlock' }).tap();
  await expect(asked).toHaveCount(0);
  await expect(kiosk.getByRole('button', { name: `${name} Lee is here` })).toBeVisible();
}

async function leave(kiosk: Page, name: keyof typeof pins, how: 'Lock' | 'Someone Else') {
  await kiosk.getByRole('button', { name: `${name} Lee is here` }).tap();
  await kiosk.getByRole('dialog').getByRole('button', { name: how, exact: true }).tap();
}

test('[KI1] [KI4] [KI11] two people share a tablet, also without a network, and a phone sees who did what', async ({
  page,
  browser,
  server,
}) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const names = ['Chloe Davis', 'Maria Lee', 'Bo Lee'];
  const shifts = names.map((name) => shiftOf(name, { breaks: [null] }));
  const layout = await createLayout(page.context(), team, { shifts, rotations: [lunch] });
  const crew = await read<Crew>(page.context(), team, crewDocument);
  for (const [name, pin] of Object.entries(pins)) {
    const person = crew.people.find((each) => each.name === `${name} Lee`)?.id ?? '';
    await post(page.context(), `/api/teams/${team}/pins/${person}`, { pin, role: 'lead' });
  }
  const context = await browser.newContext({ viewport: tablet, hasTouch: true, baseURL: server.address });
  const { deviceCode, userCode } = await post(context, '/api/auth/device/start', { kind: 'kiosk' });
  const form = { code: userCode, name: 'Tablet 2', area: null, role: 'lead' };
  await post(page.context(), `/api/teams/${team}/pairing/approve`, form);
  await post(context, '/api/auth/device/poll', { deviceCode });
  const kiosk = await context.newPage();
  await remember(kiosk, { team, layout });
  await kiosk.goto('/');
  await remember(page, { team, layout });
  await page.goto('/');

  await kiosk.getByRole('button', { name: /^Chloe Davis, break 1/ }).tap();
  await expect(kiosk.getByRole('dialog', { name: 'Who is here?' })).toBeVisible();
  await kiosk.getByRole('dialog').getByRole('button', { name: 'Maria Lee' }).tap();
  await kiosk.getByRole('button', { name: 'Someone Else' }).tap();
  await unlock(kiosk, 'Maria');
  await expect(page.getByRole('button', { name: /^Chloe Davis, break 1: running/ })).toBeVisible();
  await leave(kiosk, 'Maria', 'Someone Else');
  await unlock(kiosk, 'Bo');

  await kiosk.context().setOffline(true);
  await kiosk.getByRole('button', { name: /^Bo Lee, break 1/ }).tap();
  await leave(kiosk, 'Bo', 'Someone Else');
  await unlock(kiosk, 'Maria');
  await kiosk.getByRole('button', { name: /^Maria Lee, break 1/ }).tap();
  await kiosk.context().setOffline(false);
  for (const name of names)
    await expect(page.getByRole('button', { name: new RegExp(`^${name}, break 1: running`) })).toBeVisible();

  await kiosk.getByRole('link', { name: 'Edit' }).tap();
  await kiosk.getByRole('textbox', { name: 'Shift notes' }).fill('Fryer 2 is off');
  await leave(kiosk, 'Maria', 'Lock');
  await expect(kiosk.getByText('Fryer 2 is off'), 'it is hers').toHaveCount(0);
  await kiosk.getByRole('button', { name: 'Locked' }).tap();
  await unlock(kiosk, 'Bo');
  await expect(kiosk.getByRole('button', { name: 'Save' })).toBeDisabled();
  await leave(kiosk, 'Bo', 'Someone Else');
  await unlock(kiosk, 'Maria');
  await expect(kiosk.getByText('Fryer 2 is off')).toBeVisible();
  await kiosk.getByRole('button', { name: 'Save' }).tap();

  await page.goto('/editor/history');
  const main = page.getByRole('main');
  await expect(main.getByText('Maria Lee edited the notes').first()).toBeVisible();
  for (const did of ['Maria Lee edited the notes', 'Bo Lee started Bo Lee’s break'])
    await expect(main.getByRole('listitem').filter({ hasText: did }).first()).toContainText('Tablet 2');
});
