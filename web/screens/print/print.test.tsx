import { vi } from 'vitest';
import { newPerson } from '../../../domain/crew/crew-index.ts';
import { test } from '../../../test/page/clock.ts';
import {
  change,
  colleague,
  createLayout,
  expect,
  lunch,
  newId,
  openTeam,
  post,
  read,
  remember,
  shiftOf,
} from '../../../test/page/restaurant.ts';

const subareas = (...seats: readonly string[]) => [
  {
    id: 'line',
    name: 'Kitchen',
    positions: [
      { id: 'grill', name: 'Grill', secondDuty: 'filter oil', seats },
      { id: 'prep', name: 'Prep', seats: [] },
    ],
  },
];

test('[PP6] [PP4] a viewer prints the day without why somebody is out, and no handover', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { team } = await openTeam(page, {});
  const out = shiftOf('Sam Wood', { out: { reason: 'sick', from: '9:00 AM', at: Date.now(), by: null } });
  const ana = shiftOf('Ana Lopez');
  const rotations = [{ ...lunch, subareas: subareas(ana.id) }];
  const layout = await createLayout(page.context(), team, { shifts: [ana, out], rotations });
  remember(page, { team, layout });
  const sheets = page.getByRole('navigation', { name: 'Sheets' });

  await page.goto('/print/day');
  const day = page.getByRole('region', { name: 'Day' });
  await expect(day).toContainText('Sam Wood');
  await expect(day).toContainText('out from 9:00 AM');
  await expect(day).toContainText('printed 11:05 AM');
  await expect(day, 'everybody reads paper').not.toContainText('sick');
  await sheets.getByRole('link', { name: 'Handover' }).click();
  const handover = page.getByRole('region', { name: 'Handover' });
  await expect(handover).toContainText('Open in Lunch');
  await expect(handover).toContainText('now Prep');
  await clock.set('2026-11-21T14:30:00-06:00');
  await expect(handover).toContainText('printed 2:30 PM');
  await expect(handover).toContainText('3:00 PM Ana Lopez');

  const viewer = await colleague(page, team, 'viewer');
  await page.handTo(viewer);
  remember(page, { team, layout });
  await page.goto('/print/handover');
  await expect(page).toHaveURL(/\/print\/day/);
  await expect(day).toContainText('Sam Wood');
  await expect(day).not.toContainText('sick');
  await expect(sheets.getByRole('link', { name: 'Rotation' })).toBeVisible();
  await expect(sheets.getByRole('link', { name: 'Handover' })).toHaveCount(0);
});

test('[PP3] [PP7] a rotation is chosen on its sheet, and its breaks have boxes', async ({ page, clock }) => {
  await clock.set('2026-11-21T10:00:00-06:00');
  const { team } = await openTeam(page, {});
  const ana = shiftOf('Ana Lopez');
  const ben = shiftOf('Ben Ito');
  const rotations = [
    { ...lunch, subareas: subareas(ana.id) },
    {
      ...lunch,
      id: 'dinner',
      name: 'Dinner',
      startTime: '2:00 PM',
      endTime: '9:00 PM',
      subareas: subareas(ben.id),
    },
  ];
  const layout = await createLayout(page.context(), team, { shifts: [ana, ben], rotations });
  const press = (wants: 'start' | 'end') =>
    change(page.context(), team, layout, {
      ...{ type: 'break.press', shift: ana.id, slot: 0, wants, at: Date.now(), by: null },
    });
  await press('start');
  await clock.set('2026-11-21T11:00:00-06:00');
  await press('end');
  remember(page, { team, layout });
  await page.goto('/print/rotation');
  const sheet = page.getByRole('region', { name: 'Rotation' });
  await expect(sheet.getByRole('heading', { name: 'Lunch 10:30 AM – 2:00 PM' })).toBeVisible();
  await expect(sheet.getByRole('row', { name: /Grill/ })).toContainText('10a–11a');
  await expect(sheet.getByRole('cell', { name: 'filter oil' })).toHaveCount(1);
  await expect(sheet.getByRole('row', { name: /Prep/ }).getByRole('cell')).toHaveText(['Open', '', '', '']);
  await expect(sheet.locator('.tick-box--ticked')).toHaveCount(1);
  await page.getByRole('button', { name: /Dinner/ }).click();
  await expect(sheet.getByRole('heading', { name: 'Dinner 2:00 PM – 9:00 PM' })).toBeVisible();
  await expect(sheet.getByRole('row', { name: /Grill/ })).toContainText('Ben Ito');
  await expect(sheet.getByRole('row', { name: /Grill/ })).toContainText('–3:00');
  await expect(page).toHaveURL(/rotation=dinner/);
  await page.getByRole('link', { name: 'All' }).click();
  await expect(sheet).toHaveCount(2);
  await page.getByRole('button', { name: /Lunch/ }).click();
  await expect(sheet).toHaveCount(1);
});

test('[PP5] [PP12] everybody prints their own week, and leads anybody’s', async ({ page, clock }) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { team } = await openTeam(page, {});
  await read(page.context(), team, 'crew');
  const [ana, ben] = [newPerson(newId(), 'Ana Lopez'), newPerson(newId(), 'Ben Ito')];
  for (const person of [ana, ben]) await change(page.context(), team, 'crew', { type: 'person.add', person });
  const lay = async (date: string) => {
    const [one, other] = [shiftOf('Ana Lopez', { person: ana.id }), shiftOf('Ben Ito', { person: ben.id })];
    const own = date === '2026-11-21' ? [one, other] : [one];
    const rotations = [{ ...lunch, subareas: subareas(one.id, other.id) }];
    return createLayout(page.context(), team, { date, shifts: own, rotations });
  };
  const layout = await lay('2026-11-21');
  await lay('2026-11-27');
  await lay('2026-11-28');
  remember(page, { team, layout });
  const sheet = page.getByRole('region', { name: 'Week' });
  await page.goto(`/print/week?person=${ana.id}&from=2026-11-21`);
  await expect(sheet.getByRole('heading', { name: 'Ana Lopez' })).toBeVisible();
  await expect(sheet.getByRole('row', { name: /Friday/ })).toContainText('9a–3p');
  await expect(sheet.getByRole('row', { name: /Saturday/ })).toContainText(
    '10:30a–2p Grill Lunch · filter oil',
  );
  await expect(sheet.getByRole('row', { name: /Hours/ })).toContainText('12 h');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(sheet.getByRole('row', { name: /Hours/ })).toContainText('6 h');

  const viewer = await colleague(page, team, 'viewer', 'Ben');
  await page.handTo(viewer);
  remember(page, { team, layout });
  await page.goto('/print/week');
  await expect(page.getByText('Who are you on the schedule?')).toBeVisible();
  await post(viewer, `/api/teams/${team}/me/person`, { person: ben.id });
  await page.goto(`/print/week?person=${ana.id}`);
  await expect(sheet.getByRole('heading', { name: 'Ben Ito' })).toBeVisible();
  await expect(sheet.getByRole('row', { name: /Hours/ })).toContainText('6 h');
});

test('[AN60] [D40] the hours of a week are those that somebody is there, also in the nights in which clocks change', async ({
  page,
  clock,
}) => {
  await clock.set('2026-10-28T11:05:00-05:00');
  const { team } = await openTeam(page, {});
  await read(page.context(), team, 'crew');
  const ana = newPerson(newId(), 'Ana Lopez');
  await change(page.context(), team, 'crew', { type: 'person.add', person: ana });
  const record = { at: Date.now(), by: null };
  const lay = (date: string, startTime: string, endTime: string, over = {}) =>
    createLayout(page.context(), team, {
      date,
      shifts: [{ ...shiftOf('Ana Lopez', { person: ana.id, ...over }), startTime, endTime }],
    });
  const layout = await lay('2026-10-28', '6:00 AM', '6:00 PM', {
    late: { expected: '10:00 AM', ...record },
    out: { reason: 'left-early', from: '2:00 PM', ...record },
  });
  await lay('2026-10-31', '10:00 PM', '6:00 AM');
  await lay('2027-03-13', '10:00 PM', '6:00 AM');
  remember(page, { team, layout });
  const sheet = page.getByRole('region', { name: 'Week' });
  const row = (name: RegExp) => sheet.getByRole('row', { name });
  await page.goto(`/print/week?person=${ana.id}&from=2026-10-26`);
  await expect(row(/Wednesday/)).toContainText('6a–6p');
  await expect(row(/Wednesday/)).toContainText('out from 2:00 PM4 h');
  await expect(row(/Saturday/)).toContainText('10p–6a9 h');
  await expect(row(/Hours/)).toContainText('13 h');
  await page.goto(`/print/week?person=${ana.id}&from=2027-03-08`);
  await expect(row(/Saturday/)).toContainText('10p–6a7 h');

  // one of the three breaks of twelve hours is due in the four
  await page.goto('/print/day');
  const day = page.getByRole('region', { name: 'Day' }).getByRole('row', { name: /Ana Lopez/ });
  await expect(day).toContainText('out from 2:00 PM');
  await expect(day.locator('s')).toHaveCount(0);
});

test('[PP9] the team menu and the palette lead to the sheets, and one press prints', async ({ page }) => {
  await openTeam(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Team menu' }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await expect(page.getByRole('region', { name: 'Day' })).toContainText('Grace-Ann Tulloch');
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('print ha');
  await page.getByRole('menuitem', { name: /Print Handover/ }).click();
  await expect(page.getByRole('heading', { name: 'Handover' })).toBeVisible();
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  expect(print).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test('[PP8] a sheet says when it was printed, and on which day where that isn’t its own', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-20T20:05:00-06:00');
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team, { shifts: [shiftOf('Ana Lopez')] });
  remember(page, { team, layout });
  await page.goto('/print/day');
  const day = page.getByRole('region', { name: 'Day' });
  await expect(day).toContainText('printed Fri 11/20, 8:05 PM');
  await clock.set('2026-11-21T16:05:00-06:00');
  await expect(day).toContainText('printed 4:05 PM');
});
