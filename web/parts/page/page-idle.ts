/** In milliseconds. What other pages need would hold up the first press on this one. */
const settlesWithin = 2_000;
const triesAgainAfter = 3_000;

/** A browser never asks again for a script that failed to load: fetched while the network is out, its screen would stay broken. */
export const pageIdle = new Promise<void>((resolve) => {
  window.addEventListener('load', () => setTimeout(resolve, settlesWithin));
}).then(() => (isOfflineReady() ? undefined : serverAnswers()));

/** A service worker has the scripts on the device. */
const isOfflineReady = () => Boolean(navigator.serviceWorker?.controller);

async function serverAnswers(): Promise<void> {
  while (!(await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null))) {
    await new Promise((resolve) => setTimeout(resolve, triesAgainAfter));
  }
}

/** Loads what a press may need, in a moment in which the page has nothing else to do. What fails is loaded by the press. */
export async function loadWhenIdle(load: () => unknown): Promise<void> {
  await pageIdle;
  // Safari does not say when it is idle
  if ('requestIdleCallback' in window) await new Promise((resolve) => requestIdleCallback(resolve));
  await Promise.resolve(load()).catch(() => undefined);
}
