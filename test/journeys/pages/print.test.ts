import { expect } from '@playwright/test';
import { createLayout, lunch, openTeam, remember, shiftOf, test } from '../restaurant.ts';

test('[PA37] paper has the whole day, and the shifts without what is pressed', async ({ page, clock }) => {
  const { team } = await openTeam(page, {});
  const long = 'Maximiliana Konstantina Featherstonehaugh-Wolfeschlegelstein';
  const [first, closer, nowhere, out] = [
    shiftOf(long),
    shiftOf('Noor Abbas', { startTime: '5:00 PM', endTime: '11:00 PM' }),
    shiftOf('Hiro Tanaka'),
    shiftOf('Sam Wood', { out: { reason: 'sick', from: '9:00 AM', at: clock.now(), by: null } }),
  ] as const;
  // as many as are searched
  const early = Array.from({ length: 20 }, (_, index) =>
    shiftOf(`Baker ${index}`, { startTime: '6:00 AM', endTime: '7:00 AM' }),
  );
  const subareas = (seat: string) => [
    { id: `s${seat}`, name: 'Kitchen', positions: [{ id: `p${seat}`, name: 'Grill', seats: [seat] }] },
  ];
  const dinner = { ...lunch, id: 'dinner', name: 'Dinner', startTime: '5:00 PM', endTime: '9:00 PM' };
  const layout = await createLayout(page.context(), team, {
    shifts: [first, closer, nowhere, out, ...early],
    notes: [{ insert: 'Fryer 2 is slow\n' }],
    rotations: [
      { ...lunch, subareas: subareas(first.id) },
      { ...dinner, subareas: subareas(closer.id) },
    ],
  });
  await remember(page, { team, layout });
  await page.goto('/');
  await expect(page.locator('.positions__row')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  const printed = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    return page.evaluate(() => document.body.innerText.replace(/\s+/g, ' '));
  };
  // what prints is fetched once the page has settled
  await clock.advance({ seconds: 3 });
  await expect.poll(printed).toContain('Dinner 5:00 PM – 9:00 PM');
  const text = await printed();
  for (const each of [
    '11/21/2026 Saturday · Front of House Notes Fryer 2 is slow Lunch 10:30 AM – 2:00 PM',
    `Kitchen Grill ${long} No position Hiro Tanaka 9a–3p Out Sam Wood 9a–3p Dinner`,
    'Grill Noor Abbas',
    `Breaks Hiro Tanaka 9a–3p due 2:00 PM ${long} 9a–3p due 2:00 PM`,
  ])
    expect(text).toContain(each);
  expect(text, 'what the screen shows').not.toContain('Walk-In');

  await page.emulateMedia({ media: 'screen' });
  await page.goto('/editor/shifts');
  await expect(page.getByLabel('Search shifts')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('cell', { name: 'Noor Abbas', exact: true })).toBeVisible();
  for (const role of ['searchbox', 'textbox', 'checkbox', 'button'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
});
