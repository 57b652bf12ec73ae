import type { Page } from '@playwright/test';

/** Until the app is on the device: its worker answers for the page. */
export const isStored = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);
/** Until the device has a copy of a document or a list, whose name begins so. */
export const keeps = (page: Page, name: string) =>
  page.waitForFunction(
    (start) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('lineup-copies');
        opening.onsuccess = () => {
          const names = opening.result.transaction('sizes').objectStore('sizes').getAllKeys();
          names.onsuccess = () => {
            opening.result.close();
            resolve(names.result.some((each) => String(each).startsWith(start)));
          };
        };
      }),
    name,
  );
