import type { Locator, Page } from '@playwright/test';

/** As a cheap phone to this machine. */
export const throttle = 4;

export async function slowDown(page: Page, { isCut }: { isCut: boolean }) {
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.context().setOffline(isCut);
}

/**
 * Milliseconds from the finger leaving the button until a frame that has what the selector names was drawn. Throws where
 * the page does not take the press.
 */
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
