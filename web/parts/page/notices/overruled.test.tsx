import { positionsOf } from '../../../../domain/plan/rotation.ts';
import { colleague, expect, openTeam, post, read, test } from '../../../../test/page/restaurant.ts';

test('[OB16] the foot of the page says who moved somebody after it, without having seen its move', async ({
  page,
}) => {
  const { team, layout } = await openTeam(page);
  const jordan = await colleague(page, team, 'lead');
  await page.goto('/editor/rotations');
  await page.getByRole('button', { name: /^Hiro Tanaka/ }).click();
  await page.getByRole('button', { name: 'Place Hiro Tanaka on Float, Dining & Support' }).click();
  await expect(page.getByRole('button', { name: 'Remove Hiro Tanaka from Float' })).toBeVisible();

  const seatsOf = async () =>
    (await read(page.context(), team, layout)).rotations.flatMap((rotation) =>
      positionsOf(rotation).map((position) => ({ rotation, position })),
    );
  const { shifts } = await read(page.context(), team, layout);
  const hiro = shifts.find(({ teamMember }) => teamMember === 'Hiro Tanaka')?.id ?? '';
  await expect
    .poll(async () => (await seatsOf()).some(({ position }) => position.seats.includes(hiro)))
    .toBe(true);
  const places = await seatsOf();
  const here = places.find(({ position }) => position.seats.includes(hiro));
  const there = places.find(
    ({ rotation, position }) => rotation === here?.rotation && position.name === 'Host',
  );
  const change = {
    type: 'shift.seat',
    shift: hiro,
    rotation: there?.rotation.id,
    position: there?.position.id,
    before: null,
  };
  await post(jordan, `/api/teams/${team}/documents/${layout}/changes`, { id: 'offline', change, seen: 1 });
  await expect(
    page
      .getByRole('alert')
      .getByText(/^Jordan Sample moved Hiro Tanaka from Float to Host .*at 11:\d\d AM, after you\.$/),
  ).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
