import { expect, type Page } from '@playwright/test';
import { desk, lookAt, resize } from '../look.ts';
import { change, createLayout, lunch, openTeam, read, remember, shiftOf, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ viewport: desk });

const named =
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.5) AppleWebKit/537.36 (KHTML, like Gecko) 85.0.4183.93/6.5 TV Safari/537.36';

test('[PA34] [PA35] a wide window is a wide window; a television is chosen, and left by hand', async ({
  page,
  clock,
}) => {
  const day = await openTeam(page);
  await page.goto('/');
  await expect(page.locator('[data-shift]').first(), 'can be pressed').toBeVisible();
  await expect(page.locator('.auto-pager')).toHaveCount(0);
  await page.getByRole('button', { name: 'Team menu' }).click();
  await page.getByRole('menuitem', { name: 'Television' }).click();
  await expect(page).toHaveURL('/tv');
  await expect(page.locator('.tv-line').first()).toBeVisible();
  const { shifts } = await read(page.context(), day.team, day.layout);
  const amara = shifts.find(({ teamMember }) => teamMember === 'Amara Nwosu');
  await change(page.context(), day.team, day.layout, {
    ...{ type: 'break.press', shift: amara?.id ?? '', slot: 0, wants: 'start' },
    ...{ at: clock.now(), by: null },
  });
  const away = page.locator('.tv-board .tv-line', { hasText: 'Amara N.' });
  await expect(away.locator('.tv-line__note'), 'briefly, beside a name').toHaveText(/^\d+:\d\d$/);
  const label = away.locator('.tv-line__label');
  await expect(label).toHaveText('Order Taker 1');
  expect(await away.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), 'whole').toBe(
    true,
  );
  await page.goto('/');
  await expect(page, 'the device keeps it').toHaveURL('/tv');

  const leave = page.getByRole('button', { name: 'Leave Television' });
  await expect(page.locator('.tv-line').first()).toBeVisible();
  await expect(leave).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(leave).toBeFocused();
  await lookAt(page, { what: 'a television', viewport: { width: 960, height: 540 }, colorScheme: 'dark' });
  await lookAt(page, { what: 'a television', viewport: desk, colorScheme: 'light' });
  await clock.advance({ seconds: 9 });
  await expect(leave).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(leave, 'the key that shows it does not press it').toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-shift]').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('[data-shift]').first(), 'until it is chosen again').toBeVisible();

  const context = await page
    .context()
    .browser()
    ?.newContext({
      ...{ storageState: await page.context().storageState(), userAgent: named },
      viewport: { width: 1280, height: 720 },
    });
  const set = await context?.newPage();
  if (!set) throw new Error('no second browser');
  await set.addInitScript(() => sessionStorage.setItem('openedOn', '/'));
  await set.goto('/favicon.svg');
  await set.evaluate(() => localStorage.removeItem('television'));
  await remember(set, day);
  await set.goto('/');
  await expect(set, 'a browser that says it is a television').toHaveURL('/tv');
  await expect(set.locator('.tv-line').first()).toBeVisible();
  await set.mouse.click(400, 300);
  await set.getByRole('button', { name: 'Leave Television' }).click();
  await expect(set.locator('[data-shift]').first()).toBeVisible();
  await set.reload();
  await expect(set.locator('[data-shift]').first(), 'is not forced').toBeVisible();
});

const sizes = [
  { width: 960, height: 540 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
  { width: 1080, height: 1920 },
];

for (const deviceScaleFactor of [1, 2]) {
  test.describe(`at ${deviceScaleFactor} pixels a pixel`, () => {
    test.use({ deviceScaleFactor });

    test('[PA2] [PA22] a television shows the sample’s whole day without turning pages', async ({
      page,
      clock,
    }) => {
      const day = await openTeam(page);
      const { rotations } = await read(page.context(), day.team, day.layout);
      await page.goto('/tv');
      for (const viewport of deviceScaleFactor === 2 ? sizes.slice(0, 1) : sizes.slice(1)) {
        await resize(page, viewport);
        await expect(page.locator('.tv-board__page')).toHaveCount(1);
        const seen = new Set(await wholeOn(page));
        const wanted =
          rotations.find(({ name }) => name === 'Lunch')?.subareas.flatMap(({ positions }) => positions) ??
          [];
        expect(wanted).toHaveLength(22);
        const missing = wanted.filter(
          ({ name, seats }) =>
            ![`position ${name}`, ...seats.map((seat) => `seat ${seat}`)].every((each) => seen.has(each)),
        );
        expect(missing, `${viewport.width} px wide`).toEqual([]);
      }
      await clock.set('2026-11-21T13:50:00-06:00');
      await expect(page.locator('.tv-next .tv-line__name').first()).toHaveText('Open');
      for (const viewport of deviceScaleFactor === 2 ? sizes.slice(0, 1) : sizes.slice(1)) {
        await resize(page, viewport);
        await expect(page.locator('.tv-board__page')).toHaveCount(1);
        const cut = await page
          .locator('.tv-next')
          .evaluate((card) =>
            [...card.querySelectorAll('span')]
              .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
              .map((each) => each.textContent),
          );
        expect(cut, 'in the preview').toEqual([]);
      }
    });
  });
}

test('[PA2] [PA6] [PA22] a television shows everybody, each position and all notes, whole, on pages', async ({
  page,
  clock,
}) => {
  const { team } = await openTeam(page, {});
  const names = [
    'Priyadarshini Obi',
    'Konstantin W',
    'Siobhán Ó',
    'Maximiliana Featherstonehaugh',
    'Ana',
    'Bo Li',
  ];
  const shifts = Array.from({ length: 70 }, (_, index) => shiftOf(`${names[index % 6]}${letters(index)}`));
  const seats = shifts.slice(0, 46).map(({ id }) => id);
  const subareas = [12, 9, 8, 12].map((count, area) => ({
    id: `a${area}`,
    name: `Area ${area}`,
    positions: Array.from({ length: count }, (_, nth) => ({
      id: `p${area} ${nth}`,
      name: `Register ${area}, ${nth}`,
      seats: nth === 3 ? [] : seats.splice(0, nth === 5 ? 4 : 1),
    })),
  }));
  const notes = Array.from({ length: 40 }, (_, line) => ({
    insert: `Line ${line}, with more words than fit on one line of the notes\n`,
  }));
  const layout = await createLayout(page.context(), team, {
    ...{ shifts, notes },
    rotations: [{ ...lunch, subareas }],
  });
  await change(page.context(), team, layout, {
    ...{ type: 'break.press', shift: shifts[69]?.id ?? '', slot: 0, wants: 'start' },
    ...{ at: clock.now(), by: null },
  });
  await clock.advance({ minutes: 35 });
  await remember(page, { team, layout });
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await page.goto('/tv');
    await expect(page.locator('.tv-breaks .tv-line').first(), 'late back').toContainText('late');
    const seen = new Set<string>();
    const pager = await page.locator('.tv-breaks .auto-pager').textContent();
    const pages = Number(/of (\d+)/.exec(pager ?? '')?.[1]);
    for (let turn = 0; turn < pages; turn++) {
      for (const each of await wholeOn(page)) seen.add(each);
      await clock.advance({ seconds: 9 });
      const shown = ((turn + 1) % pages) + 1;
      await expect(page.locator('.tv-breaks .auto-pager')).toHaveText(`${shown} of ${pages}`);
    }
    const wanted = [
      ...shifts.flatMap(({ id }, index) => [`break ${id}`, index < 46 ? `seat ${id}` : `nowhere ${id}`]),
      ...subareas.flatMap(({ positions }) => positions.map(({ name }) => `position ${name}`)),
      ...notes.map(({ insert }) => `note ${insert.trim()}`),
    ];
    expect(
      wanted.filter((each) => !seen.has(each)),
      `${viewport.width} px wide`,
    ).toEqual([]);
    const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
    expect(scrolls).toBe(false);
  }
  await page.setViewportSize(desk);
  const shown = page.locator('.tv-breaks .auto-pager');
  await page.getByRole('button', { name: /^Breaks: 1 of / }).click();
  await expect(shown).toHaveText(/^2 of /);
  await clock.advance({ seconds: 20 });
  await expect(shown, 'a person reads it').toHaveText(/^2 of /);
  await clock.advance({ seconds: 10 });
  await expect(shown).toHaveText(/^3 of /);
});

/** Words of letters alone: digits would say who is meant where the letters are cut. */
const letters = (index: number) => String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26));

/** What is on the screen now, whole, with names of at least 3.6 % of its height, upright 2 %. */
const wholeOn = (page: Page) =>
  page.evaluate(() => {
    const isWhole = (element: Element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      if (bottom === top || top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) return false;
      if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) return false;
      const card = element.closest('.tv-card__room, .card')?.getBoundingClientRect();
      const cut = Number.parseFloat(
        /inset\(0px 0px ([\d.]+)px/.exec(
          getComputedStyle(element.closest('.tv-card__room') ?? document.body).clipPath,
        )?.[1] ?? '0',
      );
      return card !== undefined && top >= card.top - 1 && bottom <= card.bottom - cut + 1;
    };
    const share = innerHeight > innerWidth ? 0.02 : 0.036;
    const isLarge = (name: Element) =>
      Number.parseFloat(getComputedStyle(name).fontSize) >= share * innerHeight;
    const peopleIn = (what: string, card: string, name: string) =>
      [...document.querySelectorAll<HTMLElement>(`${card} [data-person]`)].flatMap((line) => {
        const text = name === '' ? line : line.querySelector(name);
        return text && isWhole(text) && isLarge(text) ? `${what} ${line.dataset.person}` : [];
      });
    return [
      ...peopleIn('break', '.tv-breaks', '.tv-line__name'),
      ...peopleIn('seat', '.tv-board__page', '.tv-line__name'),
      ...peopleIn('nowhere', '.tv-unplaced', ''),
      ...[...document.querySelectorAll('.tv-line__label')].flatMap((label) =>
        isWhole(label) ? `position ${label.textContent}` : [],
      ),
      ...[...document.querySelectorAll('.notes-view > *')].flatMap((line) =>
        isWhole(line) ? `note ${line.textContent}` : [],
      ),
    ];
  });

test('a page shows for 9 seconds', async ({ page, clock }) => {
  const { team } = await openTeam(page, {});
  const positions = Array.from({ length: 60 }, (_, index) => ({
    id: `p${index}`,
    name: `Fryer ${index}`,
    seats: [],
  }));
  const rotations = [{ ...lunch, subareas: [{ id: 'kitchen', name: 'Kitchen', positions }] }];
  const layout = await createLayout(page.context(), team, { rotations });
  await remember(page, { team, layout });
  await page.goto('/tv');
  const pager = page.locator('.tv-board__pages > .auto-pager');
  await expect(pager).toHaveText('1 of 2');
  await clock.advance({ seconds: 9 });
  await expect(pager).toHaveText('2 of 2');
  await clock.advance({ seconds: 9 });
  await expect(pager).toHaveText('1 of 2');
});
