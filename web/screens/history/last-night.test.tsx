import { newPerson } from '../../../domain/crew/crew-index.ts';
import { test } from '../../../test/page/clock.ts';
import {
  change,
  createLayout,
  expect,
  newId,
  openTeam,
  post,
  read,
  remember,
  shiftOf,
} from '../../../test/page/restaurant.ts';

test('[D42] a note and a call-out at 12:30 AM belong to last night, wherever they are told', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-20T23:00:00-06:00');
  const { team } = await openTeam(page, {});
  const context = page.context();
  await read(context, team, 'crew');
  const person = newPerson(newId(), 'Maria Sample');
  await change(context, team, 'crew', { type: 'person.add', person });
  await post(context, `/api/teams/${team}/me/person`, { person: person.id });
  const shift = {
    ...shiftOf('Maria Sample', { person: person.id }),
    startTime: '4:00 PM',
    endTime: '2:00 AM',
  };
  const close = { id: 'close', name: 'Close', startTime: '8:00 PM', endTime: '3:00 AM', subareas: [] };
  const layout = await createLayout(context, team, {
    ...{ date: '2026-11-20', shifts: [shift], rotations: [close] },
  });
  remember(page, { team, layout });
  await clock.set('2026-11-21T00:30:00-06:00');
  const at = Date.parse('2026-11-21T00:30:00-06:00');
  const note = [{ insert: 'Fryer 2 is down\n' }];
  await change(context, team, layout, { type: 'notes.edit', base: [], next: note });
  const out = { type: 'shift.out', shift: shift.id, reason: 'sick', from: '12:30 AM', at, by: null } as const;
  await change(context, team, layout, out);

  const ofDay = async (from: string, to = from) => {
    const path = `/api/teams/${team}/history?from=${from}&to=${to}`;
    const { entries } = await (await context.request.get(path)).json();
    return entries.map((each: { sentence: string }) => each.sentence.slice(13)).filter(isOfTheNight);
  };
  const night = [/^marked .* out/, /note/].map((each) => expect.stringMatching(each));
  expect(await ofDay('2026-11-20'), 'the API').toEqual(night);
  expect(await ofDay('2026-11-21')).toEqual([]);
  const csv = await (await context.request.get(`/api/teams/${team}/history/export?from=2026-11-20`)).text();
  expect(csv).toMatch(/\n11\/20\/2026,12:30 AM,[^\n]* out from 12:30 AM/);

  await page.goto('/');
  await expect(page.getByRole('main'), 'the board').toContainText('Fryer 2 is down');
  await expect(page.getByText('Back to today')).toHaveCount(0);
  await page.goto('/editor/history');
  const today = page.getByRole('region', { name: 'Today, Fri 11/20' });
  await expect(today.getByText(/ out from 12:30 AM/)).toBeVisible();
  await expect(page.getByRole('region')).toHaveCount(1);
  await page.goto('/print/handover');
  const sheet = page.getByRole('region', { name: 'Handover' });
  await expect(sheet).toContainText('printed 12:30 AM');
  await expect(sheet).toContainText('Fryer 2 is down');
  await page.goto('/mine');
  await expect(page.getByText(/12:30 AM/)).toBeVisible();
  await expect(page.getByText('Fryer 2 is down')).toBeVisible();

  await clock.set('2026-11-21T04:30:00-06:00');
  await page.goto('/editor/history');
  await expect(page.getByRole('region', { name: 'Yesterday, Fri 11/20' })).toBeVisible();
  await page.goto('/print/handover');
  await expect(sheet).toContainText('printed Sat 11/21, 4:30 AM');
});

const isOfTheNight = (sentence: string): boolean => /out from|note/.test(sentence);
