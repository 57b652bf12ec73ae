import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { test } from '../../../../test/page/clock.ts';
import {
  change,
  createLayout,
  createTeam,
  expect,
  lunch,
  openTeam,
  register,
  remember,
  shiftOf,
} from '../../../../test/page/restaurant.ts';

const [ana, ben, cleo] = [
  shiftOf('Ana Diaz', { endTime: '9:00 PM' }),
  shiftOf('Ben Okafor', { endTime: '9:00 PM' }),
  shiftOf('Cleo Park', { startTime: '2:00 PM', endTime: '9:00 PM' }),
];
const shifts = [ana, ben, cleo];
const of = (name: string, hours: readonly [string, string], seats: Record<string, string>): Rotation => ({
  ...{ id: name.toLowerCase(), name, startTime: hours[0], endTime: hours[1] },
  subareas: [
    {
      ...{ id: 'counter', name: 'Front Counter' },
      positions: ['Register 1', 'Register 2', 'Expo'].map((position) => ({
        ...{ id: `${name} ${position}`, name: position },
        seats: seats[position] ? [seats[position]] : [],
      })),
    },
  ],
});
const rotations = [
  of('Lunch', ['10:30 AM', '2:00 PM'], { 'Register 1': ana.id, 'Register 2': ben.id }),
  of('Dinner', ['2:00 PM', '9:00 PM'], { 'Register 1': ana.id, 'Register 2': cleo.id }),
];

test('[PA46] the last 15 minutes of a rotation show beside it what the next one changes', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T13:43:00-06:00');
  const { team } = await openTeam(page, {});
  remember(page, { team, layout: await createLayout(page.context(), team, { shifts, rotations }) });
  await page.goto('/tv');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lunch');
  const next = page.locator('.tv-next');
  await expect(next).toHaveCount(0);
  await clock.advance({ minutes: 3 });
  await expect(next).toContainText('Next: Dinnerat 2:00 PM');
  await expect(next.locator('li')).toHaveText([
    'OpenExpo',
    'Cleo P.Register 2comes 2:00 PM',
    'Ben O.No positionfrom Register 2',
  ]);
  await expect(page.locator('.tv-board .tv-line__name'), 'nothing of it is taken away').toHaveText([
    'Ana D.',
    'Ben O.',
    'Open',
  ]);
  await clock.set('2026-11-21T14:00:10-06:00');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dinner');
  await expect(next).toHaveCount(0);
});

test('[HC12] [HC13] a television says for how many people the rotation is run, and who relieves breaks', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { team } = await openTeam(page, {});
  const plain = rotations[0] ?? lunch;
  const relieving = {
    ...plain,
    charts: [{ people: 1, coveredBy: { 'Lunch Expo': null } }],
    subareas: plain.subareas.map((subarea) => ({
      ...subarea,
      positions: subarea.positions.map((each) =>
        each.name === 'Register 2' ? { ...each, name: 'Breaker', breaker: true as const } : each,
      ),
    })),
  };
  const short = { ...ben, endTime: '1:00 PM' };
  const layout = await createLayout(page.context(), team, {
    shifts: [ana, short],
    rotations: [relieving],
  });
  remember(page, { team, layout });
  await page.goto('/tv');
  await expect(page.locator('.tv__headcount')).toHaveText('1 person');
  const lines = page.locator('.tv-board .tv-line');
  await expect(lines).toHaveText([
    'Register 1Ana D.',
    // his leaving is what somebody must see to
    'Breakeruntil 1:00Ben O.',
    'ExpoClosed',
  ]);
  const longer = { type: 'shift.edit', shift: ben.id, endTime: '9:00 PM' } as const;
  await change(page.context(), team, layout, longer);
  await expect(lines.nth(1)).toHaveText('Breakerrelieves breaksBen O.');
  await expect(page.locator('.tv__headcount')).toHaveText('2 people');
  await change(page.context(), team, layout, { type: 'rotation.headcount', rotation: 'lunch', people: 4 });
  await expect(page.locator('.tv__headcount')).toHaveText('Set up for 4');
});

test('[HC12] a television says no number without charts', async ({ page, clock }) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { team } = await openTeam(page, {});
  remember(page, { team, layout: await createLayout(page.context(), team, { shifts, rotations }) });
  await page.goto('/tv');
  await expect(page.locator('.tv-line').first()).toBeVisible();
  await expect(page.locator('.tv__headcount')).toHaveCount(0);
});

test('[PA47] a television is dark after close, and shows the next day before it opens', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T20:50:00-06:00');
  await register(page.context());
  const { team } = await createTeam(page.context());
  remember(page, { team });
  await createLayout(page.context(), team, { rotations, shifts });
  const tomorrow = { ...lunch, id: 'brunch', name: 'Brunch', startTime: '9:00 AM' };
  await createLayout(page.context(), team, { date: '2026-11-22', rotations: [tomorrow] });
  await page.goto('/tv');
  const dark = page.locator('.tv-closed');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dinner');
  await expect(dark).toHaveCount(0);
  await clock.set('2026-11-21T21:00:10-06:00');
  await expect(dark).toHaveText('9:00 PM');
  await page.keyboard.press('Enter');
  await expect(dark, 'a key lifts it').toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Leave Television' })).toBeVisible();
  await page.goto('/tv');
  await expect(dark).toHaveText('9:00 PM');
  await clock.set('2026-11-22T08:28:00-06:00');
  await expect(dark).toHaveText('8:28 AM');
  await expect(page.getByRole('heading', { level: 1 }), 'under it').toHaveText('Brunch');
  await clock.set('2026-11-22T08:30:10-06:00');
  await expect(dark).toHaveCount(0);
});

test('[PA53] a television that could not ask for its next day asks again', async ({ page, clock }) => {
  await clock.set('2026-11-22T03:58:00-06:00');
  const { team } = await openTeam(page, {});
  remember(page, { team, layout: await createLayout(page.context(), team, { rotations, shifts }) });
  await createLayout(page.context(), team, { date: '2026-11-22', rotations: [{ ...lunch, name: 'Brunch' }] });
  await page.goto('/tv');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dinner');
  const context = page.context();
  const { fetch } = context;
  let failed = 0;
  context.fetch = async (path, init) => {
    if (!path.includes('2026-11-22')) return fetch.call(context, path, init);
    failed += 1;
    throw new TypeError('Failed to fetch');
  };
  await clock.advance({ minutes: 3 });
  await expect.poll(() => failed, { message: 'once, and once more' }).toBe(2);
  await expect(page.getByText('Yesterday')).toBeVisible();
  context.fetch = fetch;
  await clock.advance({ minutes: 1 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Brunch');
});

test('[PA48] a television moves what it shows by 4 px every three minutes', async ({ page, clock }) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { team } = await openTeam(page, {});
  remember(page, { team, layout: await createLayout(page.context(), team, { rotations, shifts }) });
  await page.goto('/tv');
  await expect(page.locator('.tv-line').first()).toBeVisible();
  const seen: number[][] = [];
  for (let step = 0; step < 5; step++) {
    const style = (await page.locator('.tv').getAttribute('style')) ?? '';
    seen.push((style.match(/-?\d+(?=px)/g) ?? []).map(Number));
    await clock.advance({ minutes: 3 });
    await expect(page.locator('.header__clock')).toHaveText(`11:${String(8 + 3 * step).padStart(2, '0')} AM`);
  }
  const moved = seen
    .slice(1)
    .map((to, index) => to.reduce((sum, at, axis) => sum + Math.abs(at - (seen[index]?.[axis] ?? 0)), 0));
  expect(moved).toEqual([4, 4, 4, 4]);
  expect(seen[4], 'and comes back').toEqual(seen[0]);
});
