import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { crewDocument } from '../../../domain/crew/crew-document.ts';
import { newPerson } from '../../../domain/crew/crew-index.ts';
import { look } from '../look.ts';
import { change, createLayout, createTeam, newId, register, remember, shiftOf, test } from '../restaurant.ts';

const rotation = (id: string, startTime: string, endTime: string) => ({
  ...{ id, name: id, startTime, endTime },
  subareas: [
    {
      ...{ id: `${id}-front`, name: 'Front Counter' },
      positions: ['Register 1', 'Register 2'].map((name) => ({
        ...{ id: `${id} ${name}`, name, seats: [] },
        priority: 'must' as const,
      })),
    },
  ],
});

async function openBoard(page: Page): Promise<{ team: string; layout: string }> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, {
    shifts: ['Ana Price', 'Bo Diaz'].map((id) => shiftOf(id, { id })),
    rotations: [rotation('Lunch', '11:00 AM', '2:00 PM'), rotation('Peak', '2:00 PM', '4:00 PM')],
  });
  await remember(page, { team, layout });
  return { team, layout };
}

const seats = (page: Page) => page.getByRole('button', { name: /remove / });

test('[PT6] [PT7] a lead plans the day, takes it as one change and undoes it; another browser sees both', async ({
  page,
  browser,
}) => {
  const choices = await openBoard(page);
  const other = await browser.newContext({ storageState: await page.context().storageState() });
  await page.goto('/editor/rotations');
  const colleague = await other.newPage();
  await remember(colleague, choices);
  await colleague.goto('/editor/rotations');
  await expect(colleague.getByRole('button', { name: /^Ana Price/ })).toBeVisible();
  await page.getByRole('link', { name: 'Plan the Day' }).click();
  await expect(page.getByText('6 of 6 selected')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Register 1: / })).toHaveCount(2);
  await expect(page.locator('.planner__was'), 'where nobody was, nothing is said').toHaveCount(0);
  await look(page, 'a plan of the day');
  await page.getByRole('button', { name: 'Accept Plan' }).click();
  await expect(page).toHaveURL(/\/editor\/rotations/);
  await expect(seats(page)).toHaveCount(2);
  await expect(seats(colleague)).toHaveCount(2);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(seats(page)).toHaveCount(0);
  await expect(seats(colleague)).toHaveCount(0);
});

test('[PT3] [PT6] by keyboard alone: a lock shows on the board, and ‘Why Not…’ answers', async ({ page }) => {
  const { team, layout } = await openBoard(page);
  await change(page.context(), team, layout, {
    type: 'shift.seat',
    ...{ shift: 'Ana Price', rotation: 'Lunch', position: 'Lunch Register 1', before: null },
  });
  await page.goto('/editor/planner');
  await page.getByRole('button', { name: 'Lock Ana Price on Register 1' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Lock Ana Price on Register 1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'Why not somebody else on Register 2 in Lunch?' }).press('Enter');
  await page.getByLabel('Person').selectOption('Ana Price');
  await expect(page.getByText('Ana Price can’t be there, since a position is kept.')).toBeVisible();
  await look(page, 'why somebody is not on a position');
  await page.keyboard.press('Escape');
  await page.goto('/editor/rotations');
  await expect(page.getByRole('button', { name: /Ana P\..*locked.*remove Ana Price/ })).toBeVisible();
});

test('[PT5] a day is planned and taken without a network', async ({ page }) => {
  await openBoard(page);
  await page.goto('/editor/rotations');
  await page.getByRole('link', { name: 'Plan the Day' }).click();
  await expect(page.getByText('6 of 6 selected')).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Plan Anew' }).click();
  await page.getByRole('button', { name: 'None of Peak' }).click();
  await page.getByRole('button', { name: 'Accept Plan' }).click();
  await expect(seats(page)).toHaveCount(2);
  await page.context().setOffline(false);
  await page.reload();
  await expect(seats(page)).toHaveCount(2);
});

test('[PT10] a device that never saw who worked where says that fairness counts for nothing', async ({
  page,
}) => {
  await openBoard(page);
  await page.context().route('**/worked?*', (route) => route.abort());
  await page.goto('/editor/planner');
  await expect(page.getByText('6 of 6 selected')).toBeVisible();
  const said = page.getByText(/^Nobody’s last 14 days are known here/);
  await expect(said).toBeVisible();
  await page.context().unroute('**/worked?*');
  await page.reload();
  await expect(page.getByText('6 of 6 selected')).toBeVisible();
  await expect(said).toHaveCount(0);
});

test('[PT9] where somebody is out, one press makes the fewest moves that mend the day', async ({ page }) => {
  const { team, layout } = await openBoard(page);
  const seat = { shift: 'Ana Price', rotation: 'Lunch', position: 'Lunch Register 1', before: null };
  await change(page.context(), team, layout, { type: 'shift.seat', ...seat });
  await page.goto('/');
  await expect(page.getByText('Bo D.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mend' })).toHaveCount(0);
  const out = { shift: 'Ana Price', reason: 'sick', from: '9:00 AM', at: 0, by: null } as const;
  await change(page.context(), team, layout, { type: 'shift.out', ...out });
  await expect(page.getByText(/^2 moves fill \d+ minutes of must-have positions again$/)).toBeVisible();
  await expect(page.locator('.headcount__changes'), 'both of them').toContainText(
    /^Bo D. moves to Register \d\s*Peak: Bo D. moves to Register \d/,
  );
  await expect(page.locator('.headcount')).toHaveCount(1);
  await look(page, 'a day with a call-out to mend');
  // another change asks the planner again; what it said is there meanwhile
  await page.evaluate(() => {
    const gone = { count: 0 };
    Object.assign(window, { gone });
    new MutationObserver(() => {
      if (!document.querySelector('.headcount__changes')) gone.count += 1;
    }).observe(document.body, { childList: true, subtree: true });
  });
  const walkIn = shiftOf('Cy Ray', { id: 'Cy Ray' });
  await change(page.context(), team, layout, { type: 'shift.add', shift: walkIn, seats: [] });
  await expect(page.getByText('Cy R.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mend' })).toHaveAttribute('aria-disabled', 'false');
  expect(await page.evaluate(() => (window as unknown as { gone: { count: number } }).gone.count)).toBe(0);
  await page.getByRole('button', { name: 'Mend' }).click();
  await expect(page.getByRole('button', { name: 'Mend' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Bo/ }).first()).toBeVisible();
});

test('[PT9] [HC11] with charts and skills, one offer says what another number changes and who moves by skill', async ({
  page,
}) => {
  const { team, layout } = await openBoard(page);
  const people = ['Ana Price', 'Bo Diaz'].map((name) => ({ id: newId(), name }));
  for (const { id, name } of people) {
    await change(page.context(), team, crewDocument, { type: 'person.add', person: newPerson(id, name) });
    const link = { type: 'shift.edit', shift: name, person: id } as const;
    await change(page.context(), team, layout, link);
  }
  const [ana, bo] = people;
  const station = (name: string) => ({
    ...{ id: `Front Counter/${name}`, name, subarea: 'Front Counter', equipment: [], classes: [] },
  });
  const skill = (person: string, name: string) => ({
    person,
    station: `Front Counter/${name}`,
    level: 2 as const,
  });
  await change(page.context(), team, crewDocument, {
    type: 'person.skills',
    skills: [skill(ana?.id ?? '', 'Register'), skill(bo?.id ?? '', 'Register')],
    stations: [station('Register')],
  });
  const at = { rotation: 'Lunch', before: null } as const;
  const seated = [
    { shift: 'Ana Price', position: 'Lunch Register 1' },
    { shift: 'Bo Diaz', position: 'Lunch Register 2' },
  ];
  for (const seat of seated)
    await change(page.context(), team, layout, { type: 'shift.seat', ...at, ...seat });
  await change(page.context(), team, layout, {
    type: 'chart.set',
    ...{ rotation: 'Lunch', people: 1 },
    cells: [{ position: 'Lunch Register 2', by: 'Lunch Register 1' }],
  });
  await page.goto('/');
  await expect(page.locator('.headcount')).toContainText('2 people');
  const out = { shift: 'Ana Price', reason: 'sick', from: '9:00 AM', at: 0, by: null } as const;
  await change(page.context(), team, layout, { type: 'shift.out', ...out });
  const offer = page.locator('.headcount');
  await expect(offer).toContainText(
    '1 now: Register 2 is covered from Register 1; Bo D. moves to Register 1',
  );
  await expect(offer).toContainText(/minutes of must-have positions again/);
  await look(page, 'one offer after a call-out with charts');
  await offer.getByRole('button', { name: 'Set Up' }).click();
  await expect(offer.getByRole('button', { name: 'Set Up' })).toHaveCount(0);
  await expect(page.locator('[data-row="Lunch Register 1"]')).toContainText('Bo D.');
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(page.locator('[data-row="Lunch Register 2"]')).toContainText('Bo D.');
});

test('[HC11] what an undo takes back is offered again', async ({ page }) => {
  const { team, layout } = await openBoard(page);
  await change(page.context(), team, layout, {
    type: 'chart.set',
    ...{ rotation: 'Lunch', people: 2 },
    cells: [{ position: 'Lunch Register 2', by: 'Lunch Register 1' }],
  });
  const seat = { rotation: 'Lunch', position: 'Lunch Register 1', before: null } as const;
  await change(page.context(), team, layout, { type: 'shift.seat', shift: 'Ana Price', ...seat });
  await page.goto('/');
  const offer = page.locator('.headcount');
  await expect(offer).toContainText('2 people');
  const walkIn = shiftOf('Cy Ray', { id: 'Cy Ray', startTime: '11:00 AM' });
  await change(page.context(), team, layout, { type: 'shift.add', shift: walkIn, seats: [] });
  const said = /3 now: Register 2 is a seat; (Bo D.|Cy R.) moves to Register 2/;
  await expect(offer).toContainText(said);
  await offer.getByRole('button', { name: 'Set Up' }).click();
  await expect(offer.getByRole('button', { name: 'Set Up' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(offer).toContainText(said);
});

test('[PT13] what was accepted is complete, at once and once its breaks are over', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T08:05:00-06:00');
  await openBoard(page);
  await page.goto('/editor/planner');
  await page.getByRole('button', { name: 'Accept Plan' }).click();
  await expect(seats(page)).toHaveCount(2);
  await page.goto('/editor/planner');
  await expect(page.getByText('The plan is complete.')).toBeVisible();
  await clock.advance({ hours: 6 });
  await page.reload();
  await expect(page.getByText('The plan is complete.')).toBeVisible();
});

test('[PT6] who is there for a part of a rotation is shown with the hours', async ({ page }) => {
  const { team, layout } = await openBoard(page);
  const late = shiftOf('Cy Ray', { id: 'Cy Ray', startTime: '12:30 PM', endTime: '4:00 PM' });
  const seats = [{ rotation: 'Lunch', position: 'Lunch Register 1', before: null }];
  await change(page.context(), team, layout, { type: 'shift.add', shift: late, seats });
  await page.goto('/editor/planner');
  await expect(page.getByText('Register 1: Cy Ray stays')).toHaveText(/from 12:30$/);
});

test('[LW8] a plan says which hours who is under 16 may not work, and what of it is checked', async ({
  page,
}) => {
  const { team, layout } = await openBoard(page);
  await page.goto('/editor/planner');
  await expect(page.getByText('6 of 6 selected')).toBeVisible();
  await expect(page.getByText('is under 16')).toHaveCount(0);
  const person = newId();
  await change(page.context(), team, crewDocument, {
    type: 'person.add',
    person: newPerson(person, 'Bo Diaz'),
  });
  await change(page.context(), team, layout, {
    type: 'shift.edit',
    ...{ shift: 'Bo Diaz', person, startTime: '11:00 AM', endTime: '10:00 PM' },
  });
  await change(page.context(), team, crewDocument, {
    type: 'person.ages',
    ...{ person, turns16On: '9999-12-31', turns18On: null },
  });
  await expect(
    page.getByText(
      'Bo Diaz is under 16: until 7:00 PM, 9:00 PM June 1 to Labor Day; this shift ends 10:00 PM',
    ),
  ).toBeVisible();
  await expect(page.getByText('at most 8 hours a day; this shift has 11 h')).toBeVisible();
  await expect(page.getByText('School days (3 hours) and weeks aren’t checked.')).toBeVisible();
});

test('[PT11] nothing is planned before the crew’s skills are known', async ({ page }) => {
  const [given, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.routeWebSocket(/\/live$/, (socket) => {
    const line = socket.connectToServer();
    line.onMessage(async (message) => {
      if (String(message).includes(`"document":"${crewDocument}"`)) {
        asked.resolve();
        await given.promise;
      }
      socket.send(message);
    });
  });
  const { team } = await openBoard(page);
  const person = newId();
  await change(page.context(), team, crewDocument, { type: 'person.add', person: newPerson(person, 'Dee') });
  const station = { id: 'Front Counter/Register', name: 'Register', subarea: 'Front Counter' };
  await change(page.context(), team, crewDocument, {
    type: 'person.skills',
    skills: [{ person, station: station.id, level: 2 }],
    stations: [{ ...station, equipment: [], classes: [] }],
  });
  await page.goto('/editor/planner');
  await asked.promise;
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Plan the Day' })).toHaveCount(0);
  given.resolve();
  await expect(page.getByText('Register 1 stays open: nobody is trained.').first()).toBeVisible();
});

test('[PT6] without shifts or rotations, a page says that there is nothing to plan, and no more', async ({
  page,
}) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { rotations: [] });
  await remember(page, { team, layout });
  await page.goto('/editor/planner');
  await expect(page.getByText('Nothing to plan')).toBeVisible();
  await expect(page.locator('main').getByRole('button')).toHaveCount(0);
  await expect(page.getByText('Nobody has skills yet')).toHaveCount(0);
});
