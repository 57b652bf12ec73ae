import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { SingleChange } from '../../../domain/change/change.ts';
import type { Shift } from '../../../domain/day/shift.ts';
import { boardNames } from '../../../domain/plan/board-names.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { defaultFormats } from '../../../domain/time/formats.ts';
import { phone, resize, tablet } from '../look.ts';
import { change, createLayout, lunch, openTeam, remember, shiftOf, test } from '../restaurant.ts';

test.use({ hasTouch: true, viewport: tablet });

const sizes = [
  phone,
  tablet,
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 960, height: 540 },
];

const scheduled = readFileSync(new URL('../../data/schedule-2026-11-21.csv', import.meta.url), 'utf8')
  .split('\n')
  .slice(1)
  .map((line) => line.split(',').slice(0, 2).join(' ').trim())
  .filter(Boolean);
const long = [
  'Priyadarshini Oppenheimer',
  'Konstantinopolitanischerwolfeschlegelstein Ng',
  'Amara Nwosu-Bennett',
  'Maximiliana-Theodora Featherstonehaugh-Cholmondeley',
  'عبدالرحمن المنصوري',
  '司馬 相如',
  'Siobhán Vandenbroucke',
  'Siobhán Vandenberg',
];
const names = Array.from({ length: 120 }, (_, index) => {
  const every = [...long, ...scheduled];
  const [first = '', ...last] = (every[index % every.length] ?? '').split(' ');
  return `${first} ${'ABC'[Math.floor(index / every.length)] ?? ''}${last.join(' ')}`.replace(' A', ' ');
});
const until = (index: number): Partial<Shift> => {
  if (index % 10 === 3) return { endTime: '12:30 PM' };
  return index % 10 === 4 ? { startTime: '1:00 PM', endTime: '9:00 PM' } : {};
};
const shifts = names.map((name, index) => shiftOf(name, { id: `s${index}`, ...until(index) }));
const called = boardNames(shifts, defaultFormats.clock);
const shortOf = (id: string) => called.get(id)?.short ?? id;

/** One on most positions, two on some: some who leave and some who come, some with names that don't fit beside each other. */
const people = shifts.map(({ id }) => id);
const subareas = Array.from({ length: 5 }, (_, area) => ({
  id: `a${area}`,
  name: `Area ${area}`,
  positions: Array.from({ length: 10 }, (_, place) => ({
    id: `p${area}-${place}`,
    name: place === 0 ? 'Order taker and beverages' : `Register ${area}${place}`,
    seats: people.splice(0, place === 0 || place === 3 ? 2 : place === 9 ? 0 : 1),
  })),
}));
const rotations: Rotation[] = [{ ...lunch, subareas }];

test('[PA33] [CV12] [U7] every name on the board is whole, at every size, whatever stands beside it', async ({
  page,
}) => {
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team, { shifts, rotations });
  const minutesAgo: Record<string, number> = { s0: 52, s1: 5, s2: 29, s6: 10, s80: 45, s81: 3 };
  const breaks = Object.entries(minutesAgo).map(
    ([shift, minutes]): SingleChange => ({
      ...{ type: 'break.press', shift, slot: 0, wants: 'start', by: null },
      at: Date.now() - minutes * 60_000,
    }),
  );
  const out: SingleChange = {
    ...{ type: 'shift.out', shift: 's82', reason: 'sick', from: '9:00 AM', at: Date.now(), by: null },
  };
  await change(page.context(), team, layout, { type: 'batch', changes: [...breaks, out] });
  await remember(page, { team, layout });
  await page.goto('/');
  await page.getByRole('button', { name: /^\d+ more$/ }).tap();
  const beside = page.locator('.positions__people--several .break-note__on').first();
  await expect(beside, 'the cup says it').toHaveCSS('font-size', '0px');
  const seated = subareas.flatMap(({ positions }) => positions.map(({ seats }) => seats.map(shortOf)));

  for (const text of ['100%', '200%']) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, text);
    for (const size of sizes) {
      await resize(page, size);
      const what = `${size.width} px wide, text ${text}`;
      await expect(page.locator('.positions__row')).toHaveCount(50);
      const found = await measured(page);
      expect(found.bad, what).toEqual([]);
      expect(
        found.rows.map((row) => row.sort()),
        what,
      ).toEqual(seated.map((row) => row.sort()));
      const nowhere = shifts.filter((_, index) => index >= 55 && index % 10 !== 4);
      expect(found.strip, what).toHaveLength(nowhere.length);
      const ends = await page.locator('.header__date').evaluate((each) => each.getBoundingClientRect().right);
      const button = await page.locator('.header .button').first().boundingBox();
      expect(ends, `the date, ${what}`).toBeLessThanOrEqual(button?.x ?? 0);
    }
  }

  // those who could take a position, and the person held
  for (const size of [phone, tablet]) {
    await resize(page, size);
    await page.locator('.positions__place').nth(9).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect((await measured(page, '.sheet')).bad, `a sheet, ${size.width} px wide`).toEqual([]);
    await page.keyboard.press('Escape');
  }

  await page.goto('/editor/rotations');
  for (const size of [phone, tablet]) {
    await resize(page, size);
    await expect(page.locator('.target')).toHaveCount(50);
    const found = await measured(page);
    expect(found.bad, `the editor, ${size.width} px wide`).toEqual([]);
    expect(found.rows.map((row) => row.sort())).toEqual(seated.map((row) => row.sort()));
  }
});

/** The names of each row and of the strip, and every name that is cut, covered or not as given. */
const measured = (page: Page, within = '') =>
  page.evaluate(
    ([given, outer]) => {
      const every = ['positions__short', 'positions__comer-name', 'break-rail__name', 'chip__name'];
      const shown = [...every, 'candidate__name', 'sheet__title', 'shift-card__name']
        .map((each) => `${outer} .${each}`)
        .join();
      const known = new Set(given);
      const bad: string[] = [];
      for (const name of document.querySelectorAll<HTMLElement>(shown)) {
        const text = name.textContent ?? '';
        if (name.offsetParent === null || getComputedStyle(name).visibility === 'hidden') continue;
        if (!known.has(text) && !name.closest('.sheet, .shift-card')) bad.push(`${text}: not as given`);
        name.scrollIntoView({ block: 'center', inline: 'center' });
        const home = name.closest(
          '.positions__row, .floor-strip, .break-rail__row, .candidate, .sheet__about, .target, .shift-card',
        );
        const box = home?.getBoundingClientRect() ?? new DOMRect();
        const words = document.createRange();
        words.selectNodeContents(name);
        for (const { left, right, top, bottom } of words.getClientRects()) {
          const isInside =
            left >= box.left &&
            right <= box.right + 0.5 &&
            top >= box.top - 0.5 &&
            bottom <= box.bottom + 0.5;
          const isOnScreen = left >= 0 && right <= innerWidth + 0.5;
          const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          const isFree = over !== null && home?.contains(over);
          if (!isInside || !isOnScreen || !isFree)
            bad.push(
              `${text}: ${isInside ? '' : 'outside its row '}${isOnScreen ? '' : 'off screen '}${isFree ? '' : `under ${over?.className}`}`,
            );
        }
        if (getComputedStyle(name).textOverflow === 'ellipsis') bad.push(`${text}: may end in dots`);
      }
      const textsOf = (within: Element) =>
        [...within.querySelectorAll('.positions__short, .positions__comer-name, .chip__name')].map(
          (each) => each.textContent ?? '',
        );
      return {
        bad,
        rows: [...document.querySelectorAll('.positions__row, .target')].map(textsOf),
        strip: [...document.querySelectorAll('.floor-strip')].flatMap(textsOf),
      };
    },
    [[...called.values()].map(({ short }) => short), within] as const,
  );
