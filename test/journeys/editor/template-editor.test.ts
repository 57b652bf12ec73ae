import { expect, type Locator, type Page } from '@playwright/test';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import type { Template } from '../../../domain/team/template.ts';
import { drag } from '../drag.ts';
import { createTeam, createTemplate, lunch, read, register, remember, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const subarea = (id: string, name: string, positions: readonly string[]) => ({
  id,
  name,
  positions: positions.map((each) => ({ id: each, name: each, seats: [] })),
});
const breakfast: Rotation = {
  id: 'breakfast',
  name: 'Breakfast',
  startTime: '6:00 AM',
  endTime: '10:30 AM',
  subareas: [subarea('counter', 'Front Counter', ['Till', 'Expo']), subarea('kitchen', 'Kitchen', ['Grill'])],
};

test('[TB14] rotations, subareas and positions can be reordered by dragging', async ({ page }) => {
  const { team, template, address } = await openPlan(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Reorder' }).click();
  await drag(page, grip(row(page, 'Till')), row(page, 'Grill'));
  await expectSaid(page, 'Moved Till to 1 of 2 in Kitchen');
  await drag(page, grip(row(page, 'Kitchen')), row(page, 'Front Counter'));
  await expectSaid(page, 'Moved Kitchen to 1 of 2 in Breakfast');
  await drag(page, grip(row(page, 'Lunch')), row(page, 'Breakfast'));
  await expectSaid(page, 'Moved Lunch to 1 of 2');
  await drag(page, grip(row(page, 'Register 2')), row(page, 'Expo'));
  await expect
    .poll(() => orderOf(page, team, template))
    .toBe(
      'Lunch(Front Counter: Register 1) Breakfast(Kitchen: Till, Grill; Front Counter: Register 2, Expo)',
    );
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('link', { name: 'Edit Rotation Lunch' })).toBeVisible();
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('the first press on a position holds it and shows what can be done', async ({ page }) => {
    const { address } = await openPlan(page);
    await page.goto(address);
    const row = page.locator('.plan__item').filter({ hasText: 'Till' });
    const controls = row.locator('.plan__controls');
    await expect(controls).toHaveCSS('opacity', '0');
    const hidden = await row.getByRole('button', { name: 'Delete Till' }).boundingBox();
    await page.touchscreen.tap((hidden?.x ?? 0) + 20, (hidden?.y ?? 0) + 20);
    await expect(controls).toHaveCSS('opacity', '1');
    await expect(row).toBeVisible();
    await page.getByRole('heading', { level: 1 }).tap();
    await expect(controls).toHaveCSS('opacity', '0');
    await row.getByRole('link', { name: 'Rename Till' }).focus();
    await expect(controls).toHaveCSS('opacity', '1');
  });
});

test('the overview saves only after an edit, marks an area the team no longer has, and warns before leaving', async ({
  page,
}) => {
  const { team } = await openPlan(page);
  const template = await createTemplate(page.context(), team, { area: 'Patio' });
  await page.goto(`/templates/${template}`);
  const notes = page.getByRole('textbox', { name: 'Shift notes' });
  await expect(notes).toBeVisible();
  await expect(notes).toHaveAttribute('data-placeholder', 'Notes to start every layout with');
  await expect(save(page)).toBeDisabled();
  await expect(field(page, 'Area')).toHaveValue('Patio');
  await expect(field(page, 'Area').locator('option:checked')).toHaveText('Patio (no longer a team area)');
  await notes.click();
  await page.keyboard.type('Check the fryers');
  await expect(save(page)).toBeEnabled();
  const warned = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await warned;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(page.locator('.ql-editor')).toHaveText('Check the fryers');
  await save(page).click();
  await expect(page.getByText('Template saved')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.reload();
  await expect(page.locator('.ql-editor')).toHaveText('Check the fryers');
});

/** A template with breakfast and lunch; opens its list of rotations. */
async function openPlan(page: Page): Promise<{ team: string; template: string; address: string }> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const template = await createTemplate(page.context(), team, { rotations: [breakfast, lunch] });
  await remember(page, { team });
  return { team, template, address: `/templates/${template}/rotations` };
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const grip = (row: Locator) => row.locator('.reorder__grip');
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const expectSaid = (page: Page, text: string) =>
  expect(page.getByRole('status', { name: 'Messages' }).getByText(text, { exact: true })).toBeVisible();

const rotationsOf = async (page: Page, team: string, template: string) =>
  (await read<Template>(page.context(), team, template)).rotations;

/** 'Lunch(Front Counter: Register 1, Register 2)' */
async function orderOf(page: Page, team: string, template: string): Promise<string> {
  const inside = ({ subareas }: Rotation) =>
    subareas
      .map(({ name, positions }) => `${name}: ${positions.map((each) => each.name).join(', ')}`)
      .join('; ');
  const rotations = await rotationsOf(page, team, template);
  return rotations.map((rotation) => `${rotation.name}(${inside(rotation)})`).join(' ');
}

const row = (page: Page, name: string) =>
  page.locator('.reorder__row', { has: page.getByText(name, { exact: true }) }).first();
