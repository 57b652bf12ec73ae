import { createLayout, expect, openTeam, remember, shiftOf, test } from '../../../../test/page/restaurant.ts';

test('[OB17] a page says that it keeps changes of a newer version, and sends those it knows', async ({
  page,
}) => {
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team, { shifts: [shiftOf('Ana Price', { id: 'ana' })] });
  remember(page, { team, layout });
  const { id: user } = (await (await page.context().request.get('/api/me')).json()).user;
  const known = { type: 'shift.edit', shift: 'ana', teamMember: 'Ana Silva' } as const;
  for (const [id, change] of Object.entries({
    ['n'.repeat(22)]: { type: 'shift.paint' },
    ['k'.repeat(22)]: known,
  }))
    await page.outbox.put({ user, team, document: layout, id, change: change as typeof known });
  await page.goto('/editor/shifts');
  await expect(page.getByText('made with a newer version of Lineup. They are kept here')).toBeVisible();
  await expect(page.getByText('Ana Silva').first()).toBeVisible();
  const ids = async () => (await page.outbox.waiting(user)).map(({ id }) => id);
  await expect.poll(ids).toEqual(['n'.repeat(22)]);
});
