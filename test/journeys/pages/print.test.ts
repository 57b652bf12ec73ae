import { expect, type Page } from '@playwright/test';
import fc from 'fast-check';
import type { Layout } from '../../../domain/day/layout.ts';
import { type Shift, sortShifts } from '../../../domain/day/shift.ts';
import { maySit } from '../../../domain/day/who-is-there.ts';
import { starterTemplate } from '../../../domain/team/starter-sets.ts';
import { fromMinutes } from '../../../domain/time/clock-time.ts';
import { readWords } from '../../../words/read-words.ts';
import { languages } from '../../../words/words.ts';
import { phone } from '../look.ts';
import { createLayout, lunch, newId, openTeam, remember, shiftOf, test } from '../restaurant.ts';

/** In points, and in bytes. */
const [leastText, mostBytes] = [7.5, 200_000];
/** Their shorter sides in points. */
const papers = { Letter: 612, A4: 595 } as const;

interface Store {
  readonly people: number;
  readonly seed: number;
  readonly names: readonly string[];
  readonly notes?: Layout['notes'];
  /** Second duties of its positions, in turn. */
  readonly duties?: readonly string[];
}

/** A day of a store from 5 AM to past midnight: 22 positions in five rotations, with two people on some. */
function storeDay({ people, seed, names, notes = [], duties = [] }: Store): Partial<Layout> {
  const { rotations: parts } = starterTemplate(
    newId,
    'chicken',
    'Front of House',
    readWords('en', 'starter'),
  );
  const positions = parts.find(({ name }) => name === 'Lunch')?.subareas ?? [];
  const rotations = parts.map((rotation) => ({ ...rotation, subareas: positions }));
  const dayStart = '4:00 AM';
  const shifts: readonly Shift[] = sortShifts(
    Array.from({ length: people }, (_, index) => {
      const start = 5 * 60 + ((index * 7 + seed) % 52) * 15;
      const length = 300 + ((index * 5 + seed) % 19) * 15;
      const name = names[index % names.length] ?? '';
      return shiftOf(`${name} ${String.fromCharCode(65 + (index % 26))}${'aeiou'[index % 5]}r`, {
        startTime: fromMinutes(start),
        endTime: fromMinutes(start + length),
      });
    }),
    dayStart,
  );
  const seated = rotations.map((rotation, at) => {
    const there = shifts.filter((shift) => maySit(shift, rotation, dayStart));
    let next = 0;
    return {
      ...rotation,
      subareas: rotation.subareas.map((subarea) => ({
        ...subarea,
        id: newId(),
        positions: subarea.positions.map((position, index) => {
          const seats = there.slice(next, next + ((index + at) % 7 === 0 ? 2 : 1)).map(({ id }) => id);
          next += seats.length;
          const secondDuty = duties[index % duties.length];
          return { ...position, id: newId(), ...(secondDuty && { secondDuty }), seats };
        }),
      })),
    };
  });
  return { shifts, rotations: seated, dayStart, notes };
}

const usual = [
  'Gabriela Tanaka',
  'Wes Marchetti',
  'Valentina Mwangi',
  'Leo Soto',
  'Grace-Ann Tulloch',
  'Anh',
];
const list = { attributes: { list: 'bullet' } } as const;
const told: Layout['notes'] = [
  { insert: 'Drive-thru goal: under 3:30\nFryer 2 is slow to heat' },
  { insert: '\n', ...list },
  { insert: 'Catering pickup 12:15 PM, 40 boxed lunches' },
  { insert: '\n', ...list },
];

/** A sheet as the printer gets it, and what stands where. */
async function print(page: Page, path: string) {
  await page.goto(path);
  await expect(page.locator('.paper__sheet')).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return measured(page);
}

/** How the pages of a file lie, and how large it is. */
async function pdfOf(page: Page, format: keyof typeof papers) {
  const pdf = await page.pdf({ format });
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/g);
  const pages = [...boxes].map(([, width, height]) => {
    const isUpright = Math.abs(Number(width) - papers[format]) < 2;
    const isAcross = Math.abs(Number(height) - papers[format]) < 2;
    return isUpright ? 'portrait' : isAcross ? 'landscape' : `${width} x ${height}`;
  });
  return { pages, bytes: pdf.length };
}

/** What stands where in print: texts that are cut, or lie on others, or outside of the page, and the smallest. */
async function measured(page: Page) {
  await page.emulateMedia({ media: 'print' });
  const found = await page.locator('.paper').evaluate((paper) => {
    const edge = paper.getBoundingClientRect();
    const sheet = paper.firstElementChild as HTMLElement;
    const boxes: { text: string; box: DOMRect; cell: Element | null }[] = [];
    let smallest = Number.POSITIVE_INFINITY;
    const walk = document.createTreeWalker(paper, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.textContent?.trim()) continue;
      smallest = Math.min(smallest, Number.parseFloat(getComputedStyle(parent).fontSize) * 0.75);
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects())
        boxes.push({ text: node.textContent, box, cell: parent.closest('td, th, p, li, h2') });
    }
    // a large title is higher than its line
    const outside = boxes.filter(
      ({ box }) =>
        box.left < edge.left - 1 ||
        box.right > edge.right + 1 ||
        box.top < edge.top - 2 ||
        box.bottom > edge.bottom + 2,
    );
    const spills = boxes.filter(
      ({ box, cell }) => cell && box.right > cell.getBoundingClientRect().right + 1,
    );
    return {
      smallest,
      outside: outside.map(({ text }) => text),
      spills: spills.map(({ text }) => text),
      // biome-ignore lint/performance/useDomNodeTextContent: textContent has no spaces between cells
      text: (paper as HTMLElement).innerText.replace(/\s+/g, ' '),
      isOverfull: sheet.scrollHeight > sheet.clientHeight + 1,
    };
  });
  await page.emulateMedia({ media: null });
  return found;
}

function expectWhole({ smallest, outside, spills, isOverfull }: Awaited<ReturnType<typeof measured>>): void {
  expect({ outside, spills, isOverfull }).toEqual({ outside: [], spills: [], isOverfull: false });
  expect(smallest).toBeGreaterThanOrEqual(leastText - 0.02);
}

test('[PP1] [PP2] a day of 45 people, 22 positions and five rotations is one page, as is each sheet of it', async ({
  page,
}) => {
  const { team } = await openTeam(page, {});
  const day = storeDay({ people: 45, seed: 3, names: usual, notes: told });
  const layout = await createLayout(page.context(), team, day);
  await remember(page, { team, layout });
  const names = day.shifts?.map(({ teamMember }) => teamMember) ?? [];
  for (const [path, lies] of [
    ['/print/day', 'landscape'],
    ['/print/rotation', 'portrait'],
    ['/print/handover', 'portrait'],
  ] as const) {
    const printed = await print(page, path);
    expectWhole(printed);
    for (const format of ['Letter', 'A4'] as const) {
      const { pages, bytes } = await pdfOf(page, format);
      expect(pages, `${path} on ${format}`).toEqual([lies]);
      expect(bytes, `${path} on ${format}`).toBeLessThanOrEqual(mostBytes);
    }
    if (path === '/print/day') for (const name of names) expect(printed.text).toContain(name);
  }
});

const sizeOf = (page: Page) =>
  page.locator('.paper__sheet').evaluate((sheet) => Number(sheet.style.getPropertyValue('--size')));

test('[PP3] [PP12] second duties are printed, and no name is smaller because of them', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const duties = ['restock cups', 'filter oil', 'wipe every counter, tray and screen, then fill the napkins'];
  const show = async (people: number, told: readonly string[], path: string) => {
    const day = storeDay({ people, seed: 3, names: usual, duties: told });
    // a small store has four positions
    const rotations = day.rotations?.map((rotation) => ({
      ...rotation,
      subareas: rotation.subareas
        .slice(0, 1)
        .map((subarea) => ({ ...subarea, positions: subarea.positions.slice(0, 4) })),
    }));
    const laid = people < 20 ? { ...day, rotations } : day;
    await remember(page, { team, layout: await createLayout(page.context(), team, laid) });
    const printed = await print(page, path);
    expectWhole(printed);
    return { ...printed, size: await sizeOf(page) };
  };
  for (const people of [12, 45]) {
    const rotation = await show(people, duties, '/print/rotation');
    for (const format of people === 45 ? (['Letter', 'A4'] as const) : [])
      expect((await pdfOf(page, format)).pages, format).toEqual(['portrait']);
    for (const duty of duties) expect(rotation.text, `${people} people`).toContain(duty);
    const short = duties.slice(0, 2);
    const [bare, day] = [await show(people, [], '/print/day'), await show(people, short, '/print/day')];
    expect(day.size).toBe(bare.size);
    if (people === 12) expect(day.text).toContain('filter oil');
  }
});

const anyStore = fc.record({
  people: fc.integer({ min: 0, max: 45 }),
  seed: fc.nat(50),
  names: fc.array(
    fc.constantFrom(
      ...usual,
      'Maximiliana Konstantina Featherstonehaugh',
      'Wolfeschlegelsteinhausenbergerdorff',
      '山田 太郎',
      'José María de la Concepción Villanueva',
    ),
    { minLength: 1, maxLength: 8 },
  ),
  notes: fc.constantFrom(told, []),
});

test('[PP1] days of all kinds: no name is cut, and nothing is smaller than 7.5 points', async ({ page }) => {
  const { team } = await openTeam(page, {});
  for (const store of fc.sample(anyStore, { numRuns: 4, seed: Number(process.env.SEED ?? 1) })) {
    const day = storeDay(store);
    const layout = await createLayout(page.context(), team, day);
    await remember(page, { team, layout });
    const printed = await print(page, '/print/day');
    expectWhole(printed);
    for (const { teamMember } of day.shifts ?? []) expect(printed.text).toContain(teamMember);
    const { pages } = await pdfOf(page, store.seed % 2 ? 'Letter' : 'A4');
    expect(pages.length === 1 || printed.smallest < leastText + 0.1).toBe(true);
  }
});

test('[PP1] a day that is too large for a page goes on to a second one', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const day = storeDay({ people: 90, seed: 1, names: usual });
  const more = day.rotations?.flatMap((rotation) => [rotation, { ...rotation, id: newId() }]) ?? [];
  const layout = await createLayout(page.context(), team, { ...day, rotations: more.slice(0, 9) });
  await remember(page, { team, layout });
  const printed = await print(page, '/print/day');
  expectWhole(printed);
  const [letter, a4] = [await pdfOf(page, 'Letter'), await pdfOf(page, 'A4')];
  expect(letter.pages.length).toBeGreaterThan(1);
  expect(letter.pages).toEqual(a4.pages);
  expect(new Set(a4.pages)).toEqual(new Set(['landscape']));
  for (const { teamMember } of day.shifts ?? []) expect(printed.text).toContain(teamMember);
});

test('[PP1] [PP9] an empty day is a page, and the preview is as wide as a phone', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team, { rotations: [], shifts: [] });
  await remember(page, { team, layout });
  const printed = await print(page, '/print/day');
  expectWhole(printed);
  expect((await pdfOf(page, 'Letter')).pages).toEqual(['landscape']);
  await page.setViewportSize(phone);
  const box = await page.locator('.paper').boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect(box?.width).toBeLessThanOrEqual(phone.width);
  await page.goto('/print/rotation');
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toHaveCount(0);
});

test('[PP10] the poster is a page', async ({ page }) => {
  await openTeam(page);
  await page.goto('/team/poster');
  await page.getByRole('button', { name: 'Make Poster' }).click();
  await expect(page.getByRole('region', { name: 'Poster' })).toBeVisible();
  for (const format of ['Letter', 'A4'] as const)
    expect((await pdfOf(page, format)).pages).toEqual(['portrait']);
  expectWhole(await measured(page));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('[PP11] [PP1] the instructions for a new screen are a page with its address, in every language', async ({
  page,
  server,
}) => {
  await openTeam(page);
  await page.goto('/team/devices');
  await page.getByRole('link', { name: 'Print Instructions' }).click();
  const sheet = page.getByRole('region', { name: 'Set up a television or tablet' });
  const { host } = new URL(server.address);
  for (const path of ['/tv', '/kiosk'])
    await expect(sheet.getByText(host + path, { exact: true })).toBeVisible();
  for (const path of ['/kiosk', '/pair'])
    await expect(sheet.getByRole('img', { name: `QR code of ${host}${path}` })).toBeVisible();
  await expect(page.getByRole('main'), 'it is of this machine').toContainText('on this computer alone');
  await expect(sheet).not.toContainText('on this computer alone');
  for (const language of languages) {
    await page.request.patch('/api/account', { data: { language } });
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    expectWhole(await print(page, '/team/devices/instructions'));
    for (const format of ['Letter', 'A4'] as const) {
      const { pages, bytes } = await pdfOf(page, format);
      expect(pages, `${language} on ${format}`).toEqual(['portrait']);
      expect(bytes).toBeLessThanOrEqual(mostBytes);
    }
    const lines = await page
      .locator('.instructions__address b')
      .evaluateAll((all) => all.map((each) => each.getClientRects().length));
    expect(lines, 'nobody knows whether a break in an address is typed').toEqual([1, 1]);
  }
});

test('[PA37] the browser’s own print gives the day’s sheet, and the shifts without what is pressed', async ({
  page,
  clock,
}) => {
  const { team } = await openTeam(page, {});
  const long = 'Maximiliana Konstantina Featherstonehaugh-Wolfeschlegelstein';
  const first = shiftOf(long);
  const layout = await createLayout(page.context(), team, {
    // as many as are searched
    shifts: [
      first,
      ...Array.from({ length: 20 }, (_, index) =>
        shiftOf(`Baker ${index}`, { startTime: '6:00 AM', endTime: '7:00 AM' }),
      ),
    ],
    rotations: [
      {
        ...lunch,
        subareas: [{ id: 's', name: 'Kitchen', positions: [{ id: 'p', name: 'Grill', seats: [first.id] }] }],
      },
    ],
  });
  await remember(page, { team, layout });
  await page.goto('/');
  await expect(page.locator('.positions__row')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  const printed = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    // biome-ignore lint/performance/useDomNodeTextContent: what isn’t shown doesn’t count
    return page.evaluate(() => document.body.innerText.replace(/\s+/g, ' ').trim());
  };
  // what prints is fetched once the page has settled
  await clock.advance({ seconds: 3 });
  await expect.poll(printed).toMatch(/^Saturday 11\/21\/2026 Front of House/);
  expect(await printed()).toContain(long);
  expect(await printed(), 'what the screen shows').not.toContain('Walk-In');

  await page.emulateMedia({ media: 'screen' });
  await page.goto('/editor/shifts');
  await expect(page.getByLabel('Search shifts')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('cell', { name: 'Baker 3', exact: true })).toBeVisible();
  for (const role of ['searchbox', 'textbox', 'checkbox', 'button'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
});
