import { expect, type Locator, type Page } from '@playwright/test';
import { look, phone, resize, tablet } from '../look.ts';
import {
  change,
  colleague,
  createLayout,
  createTeam,
  lunch,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test('[TL1] [TL6] [TL10] the timeline has everyone’s day, as bars and as a table', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  await register(page.context());
  const { team } = await createTeam(page.context());
  const chloe = shiftOf('Chloe Davis', { startTime: '9:00 AM', endTime: '3:00 PM', schedule: 'Server' });
  const liam = shiftOf('Liam Park', { startTime: '12:00 PM', endTime: '1:00 PM', schedule: 'Cook' });
  const [counter] = lunch.subareas;
  const seats = [[chloe.id], [liam.id]];
  const positions = counter?.positions.map((each, at) => ({ ...each, seats: seats[at] ?? [] })) ?? [];
  const rotations = [{ ...lunch, subareas: [{ id: 'counter', name: 'Front Counter', positions }] }];
  const layout = await createLayout(page.context(), team, { rotations, shifts: [chloe, liam] });
  const empty = await createLayout(page.context(), team, { area: 'Kitchen' });
  await remember(page, { team, layout });
  await page.goto('/');
  await page.getByRole('link', { name: 'Timeline' }).click();

  const bars = page.locator('.timeline__bar');
  await expect(bars).toHaveText(['Register 1', 'Register 2']);
  const table = page.getByRole('table', { name: 'People' });
  await expect(table, 'screen readers have it beside the chart').toContainText('Chloe Davis');
  await look(page, 'timeline');
  await resize(page, tablet);

  // from 9 AM to 3 PM, as the table says
  expect(await hoursOf(bars.nth(0))).toEqual([9, 15]);
  expect(await hoursOf(bars.nth(1))).toEqual([12, 13]);
  const rowOf = (name: string) => table.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(rowOf('Chloe Davis')).toContainText('9:00 AM–3:00 PM');
  await expect(rowOf('Chloe Davis')).toContainText('Lunch: Register 1, 10:30 AM–2:00 PM');
  await expect(rowOf('Liam Park')).toContainText('Lunch: Register 2, 12:00 PM–1:00 PM');
  await expect(page.getByRole('table', { name: 'Coverage' }).getByRole('row')).toHaveText([
    /^Time/,
    /^9:00 AM–10:30 AM1000/,
    /^10:30 AM–12:00 PM1121Short 1/,
    /^12:00 PM–1:00 PM2220/,
    /Short 1/,
    /^2:00/,
  ]);

  await expect(page.locator('.timeline__now-time')).toHaveText('11:05 AM');
  for (const size of [phone, tablet]) {
    await resize(page, size);
    expect(await coveredHours(page), `${size.width} px wide`).toEqual([]);
    expect(await cutNames(page), `text twice as large, ${size.width} px wide`).toEqual([]);
  }
  expect(await hoursOf(page.locator('.timeline__now'))).toEqual([11.1, 11.1]);
  const changed = await watchChart(page);
  await clock.advance({ minutes: 30 });
  await expect(page.locator('.timeline__now-time')).toHaveText('11:35 AM');
  const hours = 'timeline__track timeline__row--head';
  expect(await changed()).toEqual(['timeline__now screen-only', 'timeline__now-time screen-only', hours]);
  expect(await hoursOf(page.locator('.timeline__now'))).toEqual([11.6, 11.6]);

  // what happens meanwhile shows on the bar and in the table
  const at = Date.now();
  await change(page.context(), team, layout, {
    type: 'shift.out',
    shift: liam.id,
    reason: 'sick',
    from: '12:30 PM',
    at,
    by: null,
  });
  await expect(bars.nth(1)).toContainText('Out from 12:30 PM: sick');
  await expect(rowOf('Liam Park')).toContainText('Out from 12:30 PM: sick');

  await page.getByLabel('Search').fill('server');
  await expect(bars).toHaveCount(1);
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(bars).toHaveCount(0);
  await expect(rowOf('Chloe Davis')).toBeInViewport();
  await page.getByRole('button', { name: 'Table' }).press('Enter');
  await page.getByRole('link', { name: /^Chloe D/ }).click();
  await expect(
    page.getByRole('button', { name: 'Their Day' }),
    'the person is open on the day view',
  ).toBeVisible();
  await expect(page).not.toHaveURL(/person=/);

  const viewer = await colleague(page, team, 'viewer');
  await remember(viewer, { team, layout });
  await viewer.goto('/timeline');
  await expect(viewer.locator('.timeline__bar')).toHaveCount(2);
  await expect(viewer.locator('.timeline__chart a, .timeline__chart button')).toHaveCount(0);
  await remember(viewer, { team, layout: empty });
  await viewer.goto('/timeline');
  await expect(viewer.getByText('Nobody on this day yet')).toBeVisible();
});

/** Where something begins and ends on the axis of 9 AM to 3 PM, in hours to one decimal place. */
const hoursOf = (of: Locator): Promise<number[]> =>
  of.evaluate((element) => {
    const axis = document.querySelector('.timeline__tracks')?.getBoundingClientRect() ?? new DOMRect();
    const { left, right } = element.getBoundingClientRect();
    return [left, right].map((x) => Math.round((9 + ((x - axis.left) / axis.width) * 6) * 10) / 10);
  });

/** Which parts of the chart change from now on, by class. */
async function watchChart(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const classes = new Set<string>();
    const watcher = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        classes.add(element?.className ?? '');
      }
    });
    const chart = document.querySelector('.timeline__chart');
    const options = { attributes: true, characterData: true, childList: true, subtree: true };
    if (chart) watcher.observe(chart, options);
    return classes;
  });
  return () => seen.evaluate((classes) => [...classes].sort());
}

/** The hours in sight that the present time lies over. */
const coveredHours = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const now = document.querySelector('.timeline__now-time')?.getBoundingClientRect();
    return [...document.querySelectorAll('.timeline__hour')]
      .filter((hour) => {
        const { left, right } = hour.getBoundingClientRect();
        return now && left + 4 < now.right && now.left < right;
      })
      .map((hour) => hour.textContent ?? '');
  });

/** With text twice as large, those at the left that don't fit their row or their column. */
const cutNames = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    const isCut = (each: Element) =>
      each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth;
    const names = document.querySelectorAll('.timeline__name, .timeline__person, .timeline__times');
    const cut = Array.from(names).filter(isCut);
    document.documentElement.style.fontSize = '';
    return cut.map(({ textContent }) => textContent);
  });
