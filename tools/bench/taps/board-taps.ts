import type { BrowserContext, Page } from '@playwright/test';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { fromMinutes } from '../../../domain/time/clock-time.ts';
import { businessDay } from '../../../domain/time/date.ts';
import { createLayout, openTeam, remember, shiftOf } from '../../../test/journeys/restaurant.ts';
import { paintAfterTap, slowDown } from './paint-after-tap.ts';

const zone = 'America/Chicago';
const subareas = 6;
const places = 10;
const people = 120;
/** Each is an hour, from the start of the business day. */
const rotations = 24;
/** Longer than the page takes presses for the second tap of a double tap. */
const settled = 1_100;

/** Tap to paint of what a lead does on the board, on a day as large as they come. */
export async function boardTaps(context: BrowserContext, rounds: number): Promise<Map<string, number[]>> {
  const page = await context.newPage();
  const { team } = await openTeam(page, {});
  const layout = await createLayout(context, team, largeDay());
  await remember(page, { team, layout });
  await page.goto('/');
  await chip(page, 's0').waitFor();
  await slowDown(page, { isCut: false });
  const times = new Map<string, number[]>();

  async function tap(what: string, button: ReturnType<typeof chip>, shows: string): Promise<void> {
    const taken = await paintAfterTap(button, shows);
    times.set(what, [...(times.get(what) ?? []), taken]);
    await page.waitForTimeout(settled);
  }
  const pickUp = (shift: string) => tap('picking somebody up', chip(page, shift), '.sheet');
  const action = (name: string) => page.locator('.sheet').getByRole('button', { name });
  const undo = () => tap('Undo', page.getByRole('button', { name: /^Undo/ }).first(), ownPlace('s0', 1));

  for (let round = 0; round < rounds; round++) {
    await pickUp('s0');
    await tap('a swap', chip(page, 's1'), ownPlace('s0', 2));
    await undo();
    await pickUp('s0');
    await tap('a move', place(page, places), ownPlace('s0', places));
    await undo();
    await pickUp('s0');
    await tap('a call-out', action('Out Sick'), gone('s0'));
    await undo();
    await pickUp('s0');
    await tap('taking off', action('Take Off'), gone('s0'));
    await undo();
    await pickUp('s0');
    await tap('starting a break', action('Start Break'), '.positions [data-shift="s0"] .positions__note');
    await undo();
    await tap('an open position', place(page, places), '.candidate');
    await tap('who takes it', page.locator('.candidate').first(), `li:nth-child(${places}) [data-shift]`);
    await undo();
  }
  await page.close({ runBeforeUnload: false });
  return times;
}

const chip = (page: Page, shift: string) => page.locator(`.positions [data-shift="${shift}"]`);
const place = (page: Page, number: number) =>
  page.locator(`.positions >> nth=0 >> li:nth-child(${number}) .positions__place`);
const ownPlace = (shift: string, number: number) => `li:nth-child(${number}) [data-shift="${shift}"]`;
const gone = (shift: string) => `body:not(:has(.positions [data-shift="${shift}"]))`;

/** 24 rotations with 60 positions each, and 120 people who are there the whole day; one position of ten is open. */
function largeDay(): Partial<Layout> {
  const shifts = Array.from({ length: people }, (_, index) => ({
    ...shiftOf(`Person${index} Sample`, { startTime: '4:00 AM', endTime: '3:59 AM' }),
    id: `s${index}`,
  }));
  const subareasOf = () =>
    Array.from({ length: subareas }, (_, area) => ({
      id: `a${area}`,
      name: `Area ${area + 1}`,
      positions: Array.from({ length: places }, (_, at) => ({
        id: `a${area}p${at}`,
        name: `Position ${at + 1}`,
        seats: at === places - 1 ? [] : [`s${area * places + at}`],
      })),
    }));
  return {
    date: businessDay(Date.now(), zone, '4:00 AM'),
    shifts,
    rotations: Array.from(
      { length: rotations },
      (_, index): Rotation => ({
        id: `r${index}`,
        name: `Hour ${index + 1}`,
        startTime: fromMinutes(((4 + index) % 24) * 60),
        endTime: fromMinutes(((5 + index) % 24) * 60),
        subareas: subareasOf(),
      }),
    ),
  };
}
