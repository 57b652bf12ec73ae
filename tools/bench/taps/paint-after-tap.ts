import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { fromMinutes } from '../../../domain/time/clock-time.ts';
import { businessDay } from '../../../domain/time/date.ts';
import { createLayout, openTeam, remember, shiftOf } from '../../../test/journeys/restaurant.ts';

/** As a cheap phone to this machine. */
export const throttle = 4;

export async function slowDown(page: Page, { isCut }: { isCut: boolean }) {
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.context().setOffline(isCut);
}

/** Milliseconds until a frame with the selector was drawn. Throws where the page does not take the press. */
export async function paintAfterTap(button: Locator, selector: string): Promise<number> {
  const page = button.page();
  await page.evaluate((wanted) => {
    const watched = window as unknown as { painted: Promise<number> };
    watched.painted = new Promise((resolve, reject) => {
      let touched = 0;
      // asked before the page asks for frames: what it does once the press is painted comes after the message
      const look = () => {
        if (document.querySelector('.tap-again:not(:empty)')) reject(new Error('the press was not taken'));
        if (!document.querySelector(wanted)) return void requestAnimationFrame(look);
        // a message posted in a frame is received once that frame was handed to the screen
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - touched);
        port2.postMessage(null);
      };
      const onTouch = ({ timeStamp }: Event) => {
        touched = timeStamp;
        requestAnimationFrame(look);
      };
      addEventListener('pointerup', onTouch, { capture: true, once: true });
    });
  }, selector);
  await touch(button);
  return page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted);
}

/** Only the touch itself: what the test runner looks at around a tap of its own runs on the slowed page too. */
async function touch(button: Locator) {
  const page = button.page();
  await button.evaluate((element) =>
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }),
  );
  // what has just moved takes no press
  await page.waitForTimeout(800);
  const box = await button.boundingBox();
  if (!box) throw new Error(`${button} is not there to be touched`);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const session = await page.context().newCDPSession(page);
  // a hand taps what stands still, and stays on it for some frames
  await framesDrawn(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await framesDrawn(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

const framesDrawn = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

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
  const chip = (shift: string) => page.locator(`.positions [data-shift="${shift}"]`);
  const place = (number: number) =>
    page.locator(`.positions >> nth=0 >> li:nth-child(${number}) .positions__place`);
  const ownPlace = (shift: string, number: number) => `li:nth-child(${number}) [data-shift="${shift}"]`;
  await chip('s0').waitFor();
  await slowDown(page, { isCut: false });
  const times = new Map<string, number[]>();

  async function tap(what: string, button: Locator, shows: string): Promise<void> {
    const taken = await paintAfterTap(button, shows);
    times.set(what, [...(times.get(what) ?? []), taken]);
    await page.waitForTimeout(settled);
  }

  for (let round = 0; round < rounds; round++) {
    await tap('picking somebody up', chip('s0'), '.sheet');
    await tap('a move', place(places), ownPlace('s0', places));
    await tap('Undo', page.getByRole('button', { name: /^Undo/ }).first(), ownPlace('s0', 1));
  }
  await page.close({ runBeforeUnload: false });
  return times;
}

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
