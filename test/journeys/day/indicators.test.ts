import { expect } from '@playwright/test';
import {
  createLayout,
  createTeam,
  createTemplate,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test('empty notes have a placeholder', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team);
  const template = await createTemplate(page.context(), team);
  await remember(page, { team, layout });
  for (const [path, said] of [
    ['/editor/overview', 'What the team should know today'],
    [`/templates/${template}`, 'Notes to start every layout with'],
  ] as const) {
    await page.goto(path);
    const notes = page.locator('.ql-container .ql-editor');
    // the same before and after the editor takes its place
    await page.getByRole('textbox', { name: 'Shift notes' }).click();
    await expect(notes).toHaveAttribute('data-placeholder', said);
    await expect(notes).toHaveClass(/ql-blank/);
    await notes.fill('Two are in training.');
    await expect(notes).not.toHaveClass(/ql-blank/);
  }
});

test('a toast goes away after five seconds', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { shifts: [shiftOf('Chloe Davis')] });
  await remember(page, { team, layout });
  await page.clock.install();
  await page.goto('/editor/shifts');
  const remove = page.getByRole('button', { name: 'Delete Chloe Davis' });
  await expect(remove).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await remove.click();
  const undo = page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(4_900);
  await expect(undo).toBeVisible();
  await page.clock.runFor(200);
  await expect(undo).toBeHidden();
});
