import { expect } from '@playwright/test';
import {
  createLayout,
  createTeam,
  createTemplate,
  lunch,
  openTeam,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test('empty lists and loading pages have their messages', async ({ page }) => {
  await openTeam(page);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/teams/*/templates*', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/templates');
  await expect(page.getByText('Loading...')).toBeVisible();
  answer();
  await expect(page.getByRole('cell', { name: 'Weekday', exact: true })).toBeVisible();
  await expect(page.getByText('Loading...')).toBeHidden();
});

test('an empty day says what is missing, and where', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const counter = { id: 'counter', name: 'Front Counter', positions: [] };
  const days = [
    ['No rotations added yet', []],
    ['No subareas added yet', [{ ...lunch, subareas: [] }]],
    ['No positions added yet', [{ ...lunch, subareas: [counter] }]],
  ] as const;
  for (const [said, rotations] of days) {
    const layout = await createLayout(page.context(), team, { rotations: [...rotations] });
    const template = await createTemplate(page.context(), team, { rotations: [...rotations] });
    await remember(page, { team, layout });
    for (const path of ['/', '/editor/rotations', '/editor/plan', `/templates/${template}/rotations`]) {
      await page.goto(path);
      await expect(page.getByText(said), path).toBeVisible();
      // the link goes to this day's rotations, not the template's
      if (path === '/' && said !== 'No positions added yet')
        await expect(page.getByRole('link', { name: 'Edit Rotations' })).toHaveAttribute(
          'href',
          /^\/editor\/plan(\?|$)/,
        );
    }
  }
});

test('changing the rotation clears the selection', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const dinner = { ...lunch, id: 'dinner', name: 'Dinner', startTime: '2:00 PM', endTime: '8:00 PM' };
  const layout = await createLayout(page.context(), team, {
    rotations: [lunch, dinner],
    shifts: [shiftOf('Chloe Davis')],
  });
  await remember(page, { team, layout });
  await page.goto('/editor/rotations');
  // the pill may be marked as now
  const pill = (name: string) => page.getByRole('button', { name: new RegExp(`^(now: )?${name}`) });
  const card = page.getByRole('button', { name: /^Chloe Davis/ });
  await pill('Lunch').click();
  await card.click();
  await expect(card).toHaveAttribute('aria-pressed', 'true');
  await pill('Dinner').click();
  await expect(card).toHaveAttribute('aria-pressed', 'false');
  await pill('Lunch').click();
  await expect(card).toHaveAttribute('aria-pressed', 'false');
});

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
    await page.locator('[data-placeholder]').click();
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
