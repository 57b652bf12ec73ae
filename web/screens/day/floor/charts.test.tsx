import type { Chart } from '../../../../domain/plan/charts.ts';
import { positionsOf, type Rotation } from '../../../../domain/plan/rotation.ts';
import { test } from '../../../../test/page/clock.ts';
import {
  change,
  colleague,
  createLayout,
  expect,
  lunch,
  openTeam,
  type Page,
  read,
  remember,
  shiftOf,
} from '../../../../test/page/restaurant.ts';

const ana = shiftOf('Ana Lopez');
const nikhil = shiftOf('Nikhil Rao');
const bo = shiftOf('Bo Lindt');
const cy = shiftOf('Cy Young');

/** With three, Register 2 does the drinks and nobody expedites. */
const charts: readonly Chart[] = [
  { people: 3, coveredBy: { Drinks: 'Register 2', Expo: null } },
  { people: 4, coveredBy: { Expo: null } },
];
const seats: Readonly<Record<string, string>> = {
  'Register 2': ana.id,
  Drinks: nikhil.id,
  'Fryer 1': bo.id,
  'Grill 1': cy.id,
};
const charted: Rotation = {
  ...lunch,
  charts,
  subareas: [
    ['Front Counter', 'Register 2', 'Drinks', 'Expo'],
    ['Kitchen', 'Fryer 1', 'Grill 1'],
  ].map(([name = '', ...positions]) => ({
    ...{ id: name, name },
    positions: positions.map((id) => ({ id, name: id, seats: seats[id] ? [seats[id]] : [] })),
  })),
};

async function openDay(page: Page, rotation: Rotation = charted) {
  const { team } = await openTeam(page, {});
  const shifts = [ana, nikhil, bo, cy];
  const layout = await createLayout(page.context(), team, { shifts, rotations: [rotation] });
  remember(page, { team, layout });
  await page.goto('/');
  const row = (name: string) => page.locator(`[data-row="${name}"]`);
  await expect(row('Grill 1')).toContainText('Cy Y.');
  const seated = async () => {
    const [first] = (await read(page.context(), team, layout)).rotations;
    return Object.fromEntries(first ? positionsOf(first).map(({ id, seats: ids }) => [id, ids]) : []);
  };
  return {
    team,
    layout,
    row,
    seated,
    bar: page.locator('.headcount'),
    changes: page.locator('.headcount__changes'),
  };
}

const out = { type: 'shift.out', reason: 'sick', from: '9:00 AM', at: 0, by: null } as const;

test('[HC6] [HC11] a call-out says what changes, and one press does it, with one Undo', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { team, layout, row, seated, bar, changes } = await openDay(page);
  await expect(bar).toContainText('4 people');
  await expect(changes).toHaveCount(0);
  await expect(row('Expo')).toContainText('Closed');
  await expect(page.locator('.positions__row--open')).toHaveCount(0);

  await change(page.context(), team, layout, { ...out, shift: bo.id });
  await expect(bar).toContainText('3 now: Drinks is covered from Register 2; Nikhil R. moves to Fryer 1');
  await expect(row('Fryer 1')).toContainText('Open');
  await bar.getByRole('button', { name: 'Set Up' }).tap();
  await expect(page.getByText('Lunch is set up for 3')).toBeVisible();
  await expect(row('Drinks')).toContainText('Ana L. · Register 2');
  await expect(row('Fryer 1')).toContainText('Nikhil R.');
  await expect(bar).toContainText('3 people');
  await expect(changes).toHaveCount(0);
  await expect(page.locator('.positions__row--open')).toHaveCount(0);
  await expect.poll(seated).toMatchObject({ Drinks: [], 'Fryer 1': [nikhil.id] });

  await page.getByRole('button', { name: 'Undo', exact: true }).first().tap();
  await expect(row('Drinks')).toContainText('Nikhil R.');
  await expect.poll(seated).toMatchObject({ Drinks: [nikhil.id], 'Fryer 1': [] });
});

test('[HC11] offers that were closed stay closed until they say something else', async ({ page, clock }) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { team } = await openTeam(page, {});
  const dinner = {
    ...charted,
    ...{ id: 'dinner', name: 'Dinner', startTime: '2:00 PM', endTime: '4:00 PM' },
  };
  const rotations = [charted, dinner];
  const shifts = [ana, nikhil, bo, cy].map((each) => ({ ...each, endTime: '6:00 PM' }));
  const layout = await createLayout(page.context(), team, { shifts, rotations });
  remember(page, { team, layout });
  await page.goto('/');
  const changes = page.locator('.headcount__changes');
  const closeOffer = page.locator('.headcount').getByRole('button', { name: 'Close' });
  await change(page.context(), team, layout, { ...out, shift: bo.id });
  await expect(changes).toContainText('3 now');
  await closeOffer.tap();
  await expect(changes).toHaveCount(0);
  await page
    .getByRole('button', { name: /Dinner/ })
    .first()
    .tap();
  await expect(changes).toContainText('Nikhil R. moves to Fryer 1');
  await closeOffer.tap();
  await expect(changes).toHaveCount(0);
  await page.getByRole('button', { name: /Lunch/ }).first().tap();
  await expect(page.locator('.headcount')).toContainText('3 people');
  await expect(changes, 'the one before, too').toHaveCount(0);
  await change(page.context(), team, layout, { ...out, shift: cy.id });
  await expect(changes).toContainText('2 now');
});

test('[HC12] [HC4] a lead chooses the number and lets go, and a viewer sees it', async ({ page, clock }) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { team, layout, row, bar, changes } = await openDay(page);
  await bar.getByRole('button', { name: 'People in Lunch' }).tap();
  await page.getByRole('menuitem', { name: 'Set up for 5' }).tap();
  await expect(bar).toContainText('Set up for 5');
  await expect(bar).toContainText('5 now: Expo is a seat');
  await expect(row('Expo')).toContainText('Open');
  await bar.getByRole('button', { name: 'OK' }).tap();
  await expect(changes).toHaveCount(0);
  await expect(bar).toContainText('Set up for 5');
  await bar.getByRole('button', { name: 'People in Lunch' }).tap();
  await page.getByRole('menuitem', { name: 'Whoever is there' }).tap();
  await expect(bar).toContainText('4 people');

  await change(page.context(), team, layout, { type: 'rotation.headcount', rotation: lunch.id, people: 3 });
  const viewer = await colleague(page, team, 'viewer');
  await page.handTo(viewer);
  await page.goto('/');
  await expect(bar).toHaveText('Set up for 3');
  await expect(bar.getByRole('button')).toHaveCount(0);
});

test('[HC12] a rotation without charts has no number', async ({ page, clock }) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { charts: _, ...plain } = charted;
  const { row, bar } = await openDay(page, plain);
  await expect(row('Expo')).toContainText('Open');
  await expect(bar).toHaveCount(0);
});

test('[HC13] a breaker says what it is', async ({ page, clock }) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const subareas = charted.subareas.map((subarea) => ({
    ...subarea,
    positions: subarea.positions.map((each) =>
      each.id === 'Expo' ? { ...each, breaker: true as const } : each,
    ),
  }));
  const { row } = await openDay(page, { ...charted, subareas });
  await expect(row('Expo')).toContainText('relieves breaks');
  await expect(row('Drinks')).not.toContainText('relieves breaks');
});

test('[PT3] who is locked on a position says so', async ({ page, clock }) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { team, layout, row } = await openDay(page);
  const lock = { shift: bo.id, rotation: lunch.id, position: 'Fryer 1', locked: true };
  await change(page.context(), team, layout, { type: 'seat.lock', ...lock });
  await expect(row('Fryer 1')).toContainText('locked');
  await expect(row('Grill 1')).not.toContainText('locked');
});
