import {
  createLayout,
  createTeam,
  createTemplate,
  expect,
  lunch,
  openTeam,
  register,
  remember,
  test,
} from '../../test/page/restaurant.ts';

test('empty lists and loading pages have their messages', async ({ page }) => {
  await openTeam(page);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const context = page.context();
  const send = context.fetch.bind(context);
  context.fetch = async (path, init) => {
    if (/^\/api\/teams\/[^/]+\/templates/.test(path)) await asked;
    return send(path, init);
  };
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
    remember(page, { team, layout });
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
