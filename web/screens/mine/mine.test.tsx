import { afterEach, vi } from 'vitest';
import { newPerson } from '../../../domain/crew/crew-index.ts';
import { test } from '../../../test/page/clock.ts';
import {
  change,
  createLayout,
  createTeam,
  expect,
  lunch,
  newId,
  openTeam,
  post,
  read,
  register,
  shiftOf,
} from '../../../test/page/restaurant.ts';

afterEach(() => vi.unstubAllGlobals());

test('[MI4] [MI5] one’s own day says when the next one is, then how each break stands', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  await register(page.context());
  const { team } = await createTeam(page.context());
  await read(page.context(), team, 'crew');
  const person = newPerson(newId(), 'Maria Sample');
  await change(page.context(), team, 'crew', { type: 'person.add', person });
  await post(page.context(), `/api/teams/${team}/me/person`, { person: person.id });
  const shift = shiftOf('Maria Sample', { person: person.id });
  const lay = (date: string) =>
    createLayout(page.context(), team, { date, shifts: [{ ...shift, id: newId() }] });
  await lay('2026-12-06');
  await page.goto('/mine');
  await expect(page.getByText('You are not on today’s schedule.')).toBeVisible();
  const next = await page.context().request.get(`/api/teams/${team}/me/next-day`);
  expect(await next.json(), 'in 15 days is too far').toEqual({ day: null });
  await lay('2026-11-24');
  await page.reload();
  await expect(page.getByText('Your next day: Tue 11/24, 9:00 AM – 3:00 PM, Front of House.')).toBeVisible();

  const layout = await createLayout(page.context(), team, { shifts: [shift] });
  const press = (wants: 'start' | 'end') =>
    change(page.context(), team, layout, {
      ...{ type: 'break.press', shift: shift.id, slot: 0, wants, at: Date.now(), by: null },
    });
  await page.reload();
  const mine = page.getByRole('region', { name: 'My Break' });
  await expect(mine).toContainText('Due at 2:00 PM');
  await clock.set('2026-11-21T14:01:00-06:00');
  await expect(mine).toContainText('Due since 2:00 PM');
  await press('start');
  await expect(mine).toContainText('Until 2:31 PM');
  await expect(mine.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/);
  await clock.advance({ minutes: 31 });
  await expect(mine).toContainText('Time’s up. It was until 2:31 PM');
  await press('end');
  await expect(mine).toContainText('Taken 2:01–2:32 PM');
});

test('[MI14] [DB20] one’s own day and the sheets of the board say the second duty of a position', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  await register(page.context());
  const { team } = await createTeam(page.context());
  await read(page.context(), team, 'crew');
  const person = newPerson(newId(), 'Maria Sample');
  await change(page.context(), team, 'crew', { type: 'person.add', person });
  await post(page.context(), `/api/teams/${team}/me/person`, { person: person.id });
  const shift = shiftOf('Maria Sample', { person: person.id });
  const grill = { id: 'grill', name: 'Grill', secondDuty: 'filter oil', seats: [shift.id] };
  const prep = { id: 'prep', name: 'Prep', seats: [] };
  const rotations = [
    { ...lunch, subareas: [{ id: 'line', name: 'Kitchen', positions: [grill, prep] }] },
    {
      ...{ ...lunch, id: 'dinner', name: 'Dinner', startTime: '2:00 PM', endTime: '9:00 PM' },
      subareas: [{ id: 'line', name: 'Kitchen', positions: [{ ...grill, secondDuty: 'trash' }] }],
    },
  ];
  const layout = await createLayout(page.context(), team, { shifts: [shift], rotations });
  await page.goto('/mine');
  const [now, next] = [/^Now/, /^Next/].map((name) => page.getByRole('region', { name }));
  await expect(now ?? page).toContainText('Your second duty: filter oil');
  await expect(next ?? page).toContainText('Your second duty: trash');

  await page.goto(`/?team=${team}&layout=${layout}`);
  await expect(page.locator('.positions__row', { hasText: 'Grill' })).not.toContainText('filter oil');
  const sheet = page.getByRole('dialog');
  await page.locator('.positions__place', { hasText: 'Grill' }).tap();
  await expect(sheet).toContainText('Second duty: filter oil');
  await page.keyboard.press('Escape');
  await page.locator('[data-shift]', { hasText: 'Maria' }).tap();
  await expect(sheet.getByRole('heading', { name: 'Maria Sample' })).toBeVisible();
  await expect(sheet).toContainText('Second duty: filter oil');
  await page.keyboard.press('Escape');
  await page.locator('.positions__place', { hasText: 'Prep' }).tap();
  await expect(sheet.getByRole('heading', { name: 'Prep' })).toBeVisible();
  await expect(sheet).not.toContainText('Second duty');
});

test('[PU10] on plain http, the account page says why there are no notifications', async ({ page }) => {
  await openTeam(page);
  await page.goto('/account');
  const reminders = page.getByRole('region', { name: 'Break Reminders' });
  await expect(reminders).toContainText(
    'Notifications need a secure connection. Open Lineup at an https address.',
  );
});

test('[MI12] on a phone over https, one’s own day says once how it becomes an app', async ({ page }) => {
  vi.stubGlobal('isSecureContext', true);
  const asIs = window.matchMedia.bind(window);
  vi.stubGlobal('matchMedia', (query: string) =>
    query === '(max-width: 599px)' ? { ...asIs(query), matches: true } : asIs(query),
  );
  await openTeam(page, {});
  await page.goto('/mine');
  // it comes once the page has loaded
  window.dispatchEvent(new Event('load'));
  const hint = page.getByRole('region', { name: 'Add to Home Screen' });
  await expect(hint).toContainText('Add to Home screen or Install app');
  await hint.getByRole('button', { name: 'Got It' }).click();
  await expect(hint).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'My Day' })).toBeVisible();
  await expect(hint).toHaveCount(0);
});
